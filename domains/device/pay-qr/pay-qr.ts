import { pile } from '#domains/network/resources.ts';
import type { Words } from '#kit/fields/words.ts';
import { longText } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** A pile with the address behind its payment code. */
export interface PayQrPile {
  readonly cpCode: string;
  readonly cpName: string;
  readonly gunCount: number;
  /** `{gunNumber}` is the placeholder for the number of each gun. */
  readonly payQrCode: string | null;
}

export const payQrApi = {
  /** The codes of some piles, in the order of the request. */
  payQrCodes: endpoint({
    method: 'GET',
    path: `${pile.path}/payQrCodes`,
    allow: 'pile:list',
    input: { cpCodes: longText({ min: 1, max: 8_000 }) },
    output: opaque<readonly PayQrPile[]>(),
  }),
  /**
   * Stores the address behind the QR code of piles and sends it to those that can show one. `{cpCode}` and `{gunNumber}` are placeholders for each
   * pile's code and each gun's number.
   */
  setPayQrCode: endpoint({
    method: 'POST',
    path: `${pile.path}/setPayQrCode`,
    proof: 'remote',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    input: { cpCodes: longText({ min: 1, max: 8_000 }), payQrCode: longText({ min: 1, max: 200 }) },
    output: words(),
  }),
};

export const payQrRefusals = {
  'payQr.notAnAddress': ['二维码内容须为 http 或 https 网址', '二維碼內容須為 http 或 https 網址', 'The content must be an http or https address'],
} as const satisfies RefusalTable;

export const payQrWords = {
  action: ['支付二维码', '支付二維碼', 'Payment QR code'],
  short: ['二维码', '二維碼', 'QR code'],
  address: ['二维码网址', '二維碼網址', 'Address behind the code'],
  hint: [
    '可用 {cpCode} 代表桩编号、{gunNumber} 代表枪号，例如 https://pay.example.com/c/{cpCode}/{gunNumber}',
    '可用 {cpCode} 代表樁編號、{gunNumber} 代表槍號，例如 https://pay.example.com/c/{cpCode}/{gunNumber}',
    '{cpCode} stands for the pile code and {gunNumber} for the gun, as in https://pay.example.com/c/{cpCode}/{gunNumber}',
  ],
  save: ['保存并下发', '儲存並下發', 'Save and send'],
  preview: ['预览', '預覽', 'Preview'],
  none: ['尚未设置二维码', '尚未設定二維碼', 'No code has been set'],
  several: [
    '所选电桩的二维码网址不同，保存后将统一',
    '所選電樁的二維碼網址不同，儲存後將統一',
    'These piles have different addresses; saving makes them one',
  ],
  print: ['打印', '列印', 'Print'],
  gunNo: ['{n}号枪', '{n}號槍', 'Gun {n}'],
  more: ['另有 {n} 个', '另有 {n} 個', '{n} more'],
} as const satisfies Readonly<Record<string, Words>>;
