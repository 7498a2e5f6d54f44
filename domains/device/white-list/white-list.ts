import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { longText } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pile } from '#domains/network/resources.ts';

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

/** The white list of a station beside what one of its piles keeps. */
export interface PileWhiteList {
  readonly cpCode: string;
  readonly cpName: string;
  /** Mobiles on the list of the station. */
  readonly stationCount: number;
  /** Accounts that the pile reported; null when it never did. */
  readonly pileCount: number | null;
  readonly reportedAt: string | null;
  readonly state: WhiteListState;
  /** Why the last command failed: the pile's own text, or a reason of the platform. */
  readonly remark: string | null;
}

const cpCodes = longText({ min: 1, max: 8_000 });

export const whiteListApi = {
  /** The comparison for each pile, in the order of the request. */
  whiteListStates: endpoint({
    method: 'GET',
    path: `${pile.path}/whiteListStates`,
    allow: 'mobileStation:list',
    input: { cpCodes },
    output: opaque<readonly PileWhiteList[]>(),
  }),
  /** Sends each pile the list of its station, in place of the one that it keeps. */
  pushWhiteList: endpoint({
    method: 'POST',
    path: `${pile.path}/pushWhiteList`,
    allow: 'mobileStation:edit',
    input: { cpCodes },
    output: words(),
  }),
  /** Asks piles what they keep. */
  pullWhiteList: endpoint({
    method: 'POST',
    path: `${pile.path}/pullWhiteList`,
    allow: 'mobileStation:list',
    input: { cpCodes },
    output: words(),
  }),
};

export const whiteListRefusals = {
  'whiteList.unsupported': [
    '所选电桩的协议不支持白名单',
    '所選電樁的協定不支援白名單',
    'The protocol of the chosen piles has no white list of mobiles',
  ],
} as const satisfies RefusalTable;

export const whiteListWords = {
  action: ['白名单', '白名單', 'White list'],
  push: ['下发白名单', '下發白名單', 'Send the list'],
  pull: ['读取桩内白名单', '讀取樁內白名單', 'Read from the piles'],
  pile: ['电桩', '電樁', 'Pile'],
  station: ['站点名单', '站點名單', 'At the station'],
  inPile: ['桩内名单', '樁內名單', 'In the pile'],
  state: ['比对', '比對', 'Comparison'],
  hint: [
    '电桩离线时，名单上的手机号可以在桩上充电。下发会替换桩内名单；比对依据电桩回报的数量和摘要，不读取号码。',
    '電樁離線時，名單上的手機號碼可以在樁上充電。下發會取代樁內名單；比對依據電樁回報的數量和摘要，不讀取號碼。',
    'Mobiles on the list may charge at a pile that is offline. Sending replaces the list of the pile. The comparison uses the number of entries and the digest that the pile reports; numbers are not read back.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
