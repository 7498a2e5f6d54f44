import { pile, pileCode } from '#domains/network/resources.ts';
import { count, longText, text } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** Why, and from which addresses, a pile may communicate without encryption. */
export interface UnencryptedException {
  /** Addresses and networks, separated by commas. */
  readonly addresses: string;
  readonly reason: string;
  /** The largest hold of an order at this pile, in minor units. */
  readonly holdMax: number;
  readonly grantedBy: string | null;
  readonly grantedAt: string;
}

export const unencryptedExceptionApi = {
  /** The exception of a pile, or null. */
  plainException: endpoint({
    method: 'GET',
    path: `${pile.path}/plainException`,
    allow: 'pile:list',
    input: { cpCode: pileCode },
    output: opaque<UnencryptedException | null>(),
  }),
  /**
   * Allows native piles to communicate without encryption from some addresses, in place of any exception they had. The exception ends when the pile
   * is set to encrypt again.
   */
  allowPlain: endpoint({
    method: 'POST',
    path: `${pile.path}/allowPlain`,
    proof: 'keys',
    allow: 'pile:secret',
    input: { cpCodes: longText({ min: 1, max: 8_000 }), addresses: text({ min: 2, max: 400 }), reason: text({ min: 2, max: 200 }) },
    output: words(),
  }),
};

/**
 * The largest hold of an order at a pile without encryption, in the main unit of the tenant's currency. An exception keeps the value that applied
 * when it was granted.
 */
export const unencryptedHoldMax = setting({
  key: 'pile.plainHoldMax',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 100),
  scope: 'tenant',
  group: ['电桩', '電樁', 'Piles'],
  words: ['不加密电桩的单笔订单上限', '不加密電樁的單筆訂單上限', 'An order at a pile without encryption draws at most'],
  hint: [
    '以租户币种的主单位计；对之后批准的例外生效',
    '以租戶幣別的主單位計；對之後核准的例外生效',
    'In the main unit of the tenant’s currency; it holds for exceptions granted from now on',
  ],
});

export const unencryptedExceptionRefusals = {
  'plain.notAddresses': [
    '“{text}”不是IP地址或网段，如 10.1.2.3 或 10.1.0.0/16',
    '「{text}」不是IP位址或網段，如 10.1.2.3 或 10.1.0.0/16',
    '{text} is no address or network, such as 10.1.2.3 or 10.1.0.0/16',
  ],
  'plain.notNative': [
    '电桩“{name}”使用OCPP，其加密由前置的TLS负责',
    '電樁「{name}」使用OCPP，其加密由前置的TLS負責',
    'Pile {name} speaks OCPP; TLS before the gateway encrypts it',
  ],
} as const satisfies RefusalTable;

export const unencryptedExceptionWords = {
  action: ['允许不加密通信', '允許不加密通訊', 'Allow without encryption'],
  warning: [
    '不加密的电桩与平台之间的内容可被旁人读取和篡改。仅用于不支持加密的旧桩，并只允许其所在的地址。改回加密后此例外失效。',
    '不加密的電樁與平台之間的內容可被旁人讀取和竄改。僅用於不支援加密的舊樁，並只允許其所在的位址。改回加密後此例外失效。',
    'What a pile without encryption says can be read and changed on the way. Only for old piles that know no encryption, and only from where they stand. The exception ends when the pile is set to encrypt again.',
  ],
  addresses: ['允许的地址', '允許的位址', 'Allowed addresses'],
  addressesHint: ['IP地址或网段，用逗号分隔', 'IP位址或網段，以逗號分隔', 'Addresses or networks, separated by commas'],
  reason: ['原因', '原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;
