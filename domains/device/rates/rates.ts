import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { longText } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { RateProblem } from '#engines/tariff/pile-rates.ts';
import { pile } from '#domains/network/resources.ts';

/** Whether a pile stores the rates it follows. */
export const rateState = codeTable({
  dictCode: 'pile_rate_state',
  title: ['桩费率同步状态', '樁費率同步狀態', 'Rates in the pile'],
  items: {
    noPolicy: { value: 0, words: ['未设置费率策略', '未設定費率策略', 'No rate policy'], tone: 'quiet' },
    unsupported: { value: 1, words: ['协议不下发费率', '協定不下發費率', 'The protocol carries no rates'], tone: 'quiet' },
    untellable: { value: 2, words: ['费率超出桩可保存的内容', '費率超出樁可保存的內容', 'More than a pile can keep'], tone: 'warn' },
    kept: { value: 3, words: ['已同步', '已同步', 'In the pile'], tone: 'good' },
    sending: { value: 4, words: ['下发中', '下發中', 'Being sent'], tone: 'busy' },
    refused: { value: 5, words: ['下发未成功', '下發未成功', 'Not taken'], tone: 'bad' },
    waiting: { value: 6, words: ['待电桩上线', '待電樁上線', 'Waits for the pile'], tone: 'quiet' },
    due: { value: 7, words: ['未同步', '未同步', 'Not sent yet'], tone: 'warn' },
  },
});
export type RateState = CodeValue<typeof rateState>;

/** A pile with the rates it follows, and what it has confirmed of them. */
export interface PileRate {
  readonly cpCode: string;
  readonly cpName: string;
  readonly rateRuleName: string | null;
  readonly rateRuleNo: string | null;
  readonly rateState: RateState;
  readonly untellable: RateProblem | null;
  /** Why the last command was not accepted: the pile's own text, or a reason of the platform. */
  readonly remark: string | null;
  /** When the pile accepted the rates of this month. */
  readonly takenAt: string | null;
}

const cpCodes = longText({ min: 1, max: 8_000 });

export const ratesApi = {
  /** The states of rates in piles, in the order of the request. */
  rateStates: endpoint({
    method: 'GET',
    path: `${pile.path}/rateStates`,
    allow: 'pile:list',
    input: { cpCodes },
    output: opaque<readonly PileRate[]>(),
  }),
  /** Sends the rates they follow to piles of one station, whatever they store. A pile that is offline is sent them when it logs in. */
  syncRateRule: endpoint({ method: 'POST', path: `${pile.path}/syncRateRule`, allow: 'pile:rate', input: { cpCodes }, output: words() }),
};

export const ratesRefusals = {
  'rates.noPolicy': ['请先为电桩“{name}”选择费率策略', '請先為電樁「{name}」選擇費率策略', 'Choose a rate policy for pile {name} first'],
  'rates.unsupported': ['OCPP 电桩不保存费率，无须同步', 'OCPP 電樁不保存費率，無須同步', 'OCPP piles keep no rates; there is nothing to sync'],
} as const satisfies RefusalTable;

export const ratesWords = {
  sync: ['同步费率策略', '同步費率策略', 'Sync rate policy'],
  short: ['同步费率', '同步費率', 'Sync rates'],
  send: ['同步', '同步', 'Sync'],
  pile: ['电桩', '電樁', 'Pile'],
  policy: ['费率策略', '費率策略', 'Rate policy'],
  state: ['桩内费率', '樁內費率', 'In the pile'],
  hint: [
    '电桩只保存本月及即将开始的月份的费率；绑定策略、修改月份、月份切换以及上线时自动下发。这里可以再次下发。OCPP 电桩没有费率。',
    '電樁只保存本月及即將開始的月份的費率；綁定策略、修改月份、月份切換以及上線時自動下發。這裡可以再次下發。OCPP 電樁沒有費率。',
    'A pile keeps the prices of this month and of one that is about to begin. They are sent by themselves when a policy is set or its months change, when a month turns and when the pile comes online; here they are sent again. OCPP piles keep none.',
  ],
} as const satisfies Readonly<Record<string, Words>>;

/** Why the rates of a month cannot be sent. */
export const rateProblemWords: Readonly<Record<RateProblem, Words>> = {
  tooManyPrices: ['本月一天内有超过四种价格', '本月一天內有超過四種價格', 'This month has more than four prices a day'],
  mixedModes: ['本月既按电量又按时长计费', '本月既按電量又按時長計費', 'This month charges by energy and by the hour'],
  tooDear: ['本月有价格超出电桩的范围', '本月有價格超出電樁的範圍', 'This month has a price beyond what a pile can hold'],
};
