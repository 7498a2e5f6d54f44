import { id, longText } from '#kit/fields/field.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { pile } from '#domains/network/resources.ts';
import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The rate rule that piles follow. */
export const pilePolicyApi = {
  /** `cpCodes`: comma list of piles of one station. */
  setRateRule: endpoint({
    method: 'POST',
    path: `${pile.path}/setRateRule`,
    allow: 'pile:rate',
    input: { cpCodes: longText({ min: 1, max: 8_000 }), rateRuleId: id() },
    output: words(),
  }),
};

export const pilePolicyRefusals = {
  'policy.sameStation': ['仅支持同站点批量设置', '僅支援同站點批次設定', 'Only piles of the same station can be set together'],
  'policy.notEnabled': ['费率策略“{name}”未启用', '費率策略「{name}」未啟用', 'Rate rule {name} is not enabled'],
  'policy.notValid': [
    '费率策略“{name}”在站点当地日期 {day} 不在有效期内',
    '費率策略「{name}」在站點當地日期 {day} 不在有效期內',
    'Rate rule {name} is not valid on {day}, the day it is at the station',
  ],
  'policy.pileDisused': ['电桩“{name}”已废弃，不能再变更', '電樁「{name}」已廢棄，不能再變更', 'Pile {name} is disused and stays so'],
  'policy.noneChosen': ['请选择费率策略', '請選擇費率策略', 'Choose a rate policy first'],
  'policy.noneAvailable': ['没有可用的费率策略，请先添加', '沒有可用的費率策略，請先新增', 'There is no available rate strategy; add one first'],
} as const satisfies RefusalTable;

/** Texts of the dialog. */
export const policyWords = {
  set: ['设置费率策略', '設定費率策略', 'Set rate policy'],
  rates: ['费率', '費率', 'Rates'],
  forFew: ['{n} 个电桩：{names}', '{n} 個電樁：{names}', '{n} piles: {names}'],
  forMany: ['{n} 个电桩：{names} 等', '{n} 個電樁：{names} 等', '{n} piles: {names} and more'],
  goToRules: ['去添加', '前往新增', 'Go to rate rules'],
} as const satisfies Readonly<Record<string, Words>>;
