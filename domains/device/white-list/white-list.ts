import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { choice, longText } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pile } from '#domains/network/resources.ts';
import { accountType } from '#engines/protocol/codes.ts';

/** Whether a pile keeps the white list of its station. */
export const whiteListState = codeTable({
  dictCode: 'pile_white_list_state',
  title: ['桩白名单状态', '樁白名單狀態', 'White list in the pile'],
  items: {
    unsupported: { value: 0, words: ['协议不支持', '協定不支援', 'The protocol has none'], tone: 'quiet' },
    unknown: { value: 1, words: ['未读取', '未讀取', 'Not read yet'], tone: 'quiet' },
    same: { value: 2, words: ['一致', '一致', 'The same'], tone: 'good' },
    different: { value: 3, words: ['不一致', '不一致', 'Different'], tone: 'warn' },
    busy: { value: 4, words: ['执行中', '執行中', 'Under way'], tone: 'busy' },
    failed: { value: 5, words: ['未成功', '未成功', 'Failed'], tone: 'bad' },
  },
});
export type WhiteListState = CodeValue<typeof whiteListState>;

/** The lists that a pile keeps, by the type of their accounts. */
export const whiteListKind = codeTable({
  dictCode: 'pile_white_list_kind',
  title: ['桩内名单', '樁內名單', 'List in the pile'],
  items: {
    mobiles: { value: accountType.phoneUser, words: ['手机号', '手機號碼', 'Mobiles'] },
    cards: { value: accountType.card, words: ['IC卡', 'IC卡', 'IC cards'] },
    vins: { value: accountType.vin, words: ['车辆VIN', '車輛VIN', 'VINs'] },
  },
});
export type WhiteListKind = CodeValue<typeof whiteListKind>;

/** A list beside what a pile keeps. */
export interface PileWhiteList {
  readonly cpCode: string;
  readonly cpName: string;
  /** Accounts that belong on the list. */
  readonly wantedCount: number;
  /** Accounts that would belong on it and do not fit. */
  readonly leftOut: number;
  /** The version that an OCPP station told last; null for others, and when it never did. */
  readonly version: number | null;
  /** Accounts that the pile keeps; null when that is not known. */
  readonly pileCount: number | null;
  readonly reportedAt: string | null;
  readonly state: WhiteListState;
  /** Why the last command failed: the pile's own text, or a reason of the platform. */
  readonly remark: string | null;
}

const input = { cpCodes: longText({ min: 1, max: 8_000 }), list: choice(whiteListKind, { initial: accountType.phoneUser }) };

export const whiteListApi = {
  /** The comparison for each pile, in the order of the request. */
  whiteListStates: endpoint({
    method: 'GET',
    path: `${pile.path}/whiteListStates`,
    allow: 'deviceCommand:list',
    input,
    output: opaque<readonly PileWhiteList[]>(),
  }),
  /** Sends each pile its list, in place of the one that it keeps. */
  pushWhiteList: endpoint({
    method: 'POST',
    path: `${pile.path}/pushWhiteList`,
    allow: 'deviceCommand:whiteList',
    input,
    output: words(),
  }),
  /** Asks piles what they keep. */
  pullWhiteList: endpoint({
    method: 'POST',
    path: `${pile.path}/pullWhiteList`,
    allow: 'deviceCommand:whiteList',
    input,
    output: words(),
  }),
};

export const whiteListRefusals = {
  'whiteList.unsupported': ['所选电桩的协议不支持此名单', '所選電樁的協定不支援此名單', 'The protocol of the chosen piles has no such list'],
} as const satisfies RefusalTable;

export const whiteListWords = {
  action: ['白名单', '白名單', 'White list'],
  kind: ['名单', '名單', 'List'],
  push: ['下发白名单', '下發白名單', 'Send the list'],
  pull: ['读取桩内白名单', '讀取樁內白名單', 'Read from the piles'],
  pile: ['电桩', '電樁', 'Pile'],
  wanted: ['应有', '應有', 'Wanted'],
  version: ['版本 {n}', '版本 {n}', 'version {n}'],
  leftOut: ['另有 {n} 个放不下', '另有 {n} 個放不下', '{n} more do not fit'],
  inPile: ['桩内名单', '樁內名單', 'In the pile'],
  state: ['比对', '比對', 'Comparison'],
  hint: [
    '电桩离线时，名单上的账户可以在桩上充电。手机号取自站点白名单；IC卡和车辆为租户内可用于该桩、状态正常、未过期且无密码者。下发会替换桩内名单。',
    '電樁離線時，名單上的帳戶可以在樁上充電。手機號碼取自站點白名單；IC卡和車輛為租戶內可用於該樁、狀態正常、未過期且無密碼者。下發會取代樁內名單。',
    'Accounts on the list may charge at a pile that is offline. Mobiles are those of the white list of the station; cards and cars are those of the tenant that are admitted at the pile, active, valid and without a password. Sending replaces the list of the pile.',
  ],
  comparison: [
    '比对依据原生协议电桩回报的数量和摘要，或OCPP电桩回报的名单版本；不读取号码。',
    '比對依據原生協定電樁回報的數量和摘要，或OCPP電樁回報的名單版本；不讀取號碼。',
    'The comparison uses the number and digest that a native pile reports, or the version of the list that an OCPP pile reports; numbers are not read back.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
