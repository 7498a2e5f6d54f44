import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { rateRule } from './rate-rule.ts';

export const rateRuleLabels = labels(rateRule, {
  noun: ['费率策略', '費率策略', 'Rate rule'],
  fields: {
    rateRuleId: ['策略编号', '策略編號', 'Rule id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    rateRuleName: ['策略名称', '策略名稱', 'Rule name'],
    rateRuleNo: ['策略号', '策略號', 'Rule no.'],
    startTime: ['生效日期', '生效日期', 'Valid from'],
    endTime: ['失效日期', '失效日期', 'Valid until'],
    ruleState: ['状态', '狀態', 'State'],
    monthCount: ['已定价月份', '已定價月份', 'Months priced'],
    pileCount: ['使用电桩数', '使用電樁數', 'Piles'],
    currency: ['币种', '幣別', 'Currency'],
    remark: ['备注', '備註', 'Remark'],
  },
  actions: { months: ['月份与时段', '月份與時段', 'Months and periods'], copyRule: ['复制策略', '複製策略', 'Copy rule'] },
});

export const rateRuleRefusals = {
  'rateRule.disused': ['策略“{name}”已废弃，不能再变更', '策略「{name}」已廢棄，不能再變更', 'Rule {name} is disused and stays so'],
  'rateRule.inUse': [
    '策略“{name}”正被{count}个电桩使用',
    '策略「{name}」正被{count}個電樁使用',
    '{count} {count|pile|piles} {count|follows|follow} rule {name}',
  ],
  'rateRule.monthMissing': [
    '策略“{name}”缺少{month}月的费率，不能启用',
    '策略「{name}」缺少{month}月的費率，不能啟用',
    'Rule {name} has no prices for month {month} and cannot be enabled',
  ],
  'rateRule.datesReversed': ['失效日期不能早于生效日期', '失效日期不能早於生效日期', 'The rule cannot end before it begins'],
  'rateRule.monthInUse': [
    '{month}月的费率正在使用，不能修改',
    '{month}月的費率正在使用，不能修改',
    'The prices of month {month} are in use and cannot be changed',
  ],
  'rateRule.followedElsewhere': [
    '策略“{name}”还有您无权查看的电桩在使用，须由能看到全部电桩的人修改',
    '策略「{name}」還有您無權檢視的電樁在使用，須由能看到全部電樁的人修改',
    'Piles that you cannot see follow rule {name}; only who sees them all may change it',
  ],
  'rateRule.monthEmpty': ['{month}月还没有费率，不能复制', '{month}月還沒有費率，不能複製', 'Month {month} has no prices to copy'],
  'rateRule.electricityMissing': ['每个月必须有电费', '每個月必須有電費', 'Each month needs prices for electricity'],
  'rateRule.feeTwice': ['同一费率类型只能出现一次', '同一費率類型只能出現一次', 'Each fee item may appear once only'],
  'rateRule.periodsWrong': [
    '时段不正确：须从 00:00 开始、按半小时递增、最多48段',
    '時段不正確：須從 00:00 開始、按半小時遞增、最多48段',
    'The periods are wrong: they begin at 00:00, follow each other by half hours, 48 at most',
  ],
} as const satisfies RefusalTable;
export type RateRuleRefusal = keyof typeof rateRuleRefusals;

/** The texts of the list of rules besides the labels of its fields. */
export const ruleWords = {
  enable: ['启用', '啟用', 'Enable'],
  disable: ['禁用', '停用', 'Disable'],
  disuse: ['废弃', '廢棄', 'Disuse'],
  askEnable: ['启用策略“{name}”？', '啟用策略「{name}」？', 'Enable rule {name}?'],
  askDisable: ['禁用策略“{name}”？', '停用策略「{name}」？', 'Disable rule {name}?'],
  askDisuse: ['废弃策略“{name}”？废弃后不能恢复。', '廢棄策略「{name}」？廢棄後不能恢復。', 'Disuse rule {name}? This is for good.'],
  copyOf: ['复制策略“{name}”', '複製策略「{name}」', 'Copy rule {name}'],
  copyName: ['{name} 副本', '{name} 副本', '{name} copy'],
  copyHint: [
    '副本含全部12个月的费率及生效、失效日期，为禁用状态',
    '副本含全部12個月的費率及生效、失效日期，為停用狀態',
    'The copy has all months and the dates, and begins disabled',
  ],
  notWhole: ['12个月都定价后才能启用', '12個月都定價後才能啟用', 'All 12 months need prices first'],
} as const satisfies Readonly<Record<string, Words>>;
