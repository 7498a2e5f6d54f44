import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { powerControl } from './power-control.ts';

export const powerControlLabels = labels(powerControl, {
  noun: ['功率控制', '功率控制', 'Power control'],
  fields: {
    powerControlId: ['策略编号', '策略編號', 'Rule id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    ruleName: ['策略名称', '策略名稱', 'Rule name'],
    maxControlPower: ['最大控制功率', '最大控制功率', 'Max. power'],
    startTime: ['生效日期', '生效日期', 'Valid from'],
    endTime: ['失效日期', '失效日期', 'Ends on'],
    controlState: ['状态', '狀態', 'State'],
    monthCount: ['已设置月份', '已設定月份', 'Months set'],
    pileCount: ['使用电桩数', '使用電樁數', 'Piles'],
    remark: ['备注', '備註', 'Remark'],
  },
});

export const powerControlRefusals = {
  'powerControl.disused': ['策略“{name}”已废弃，不能再变更', '策略「{name}」已廢棄，不能再變更', 'Power control {name} is disused and stays so'],
  'powerControl.inUse': [
    '策略“{name}”正被{count}个电桩使用',
    '策略「{name}」正被{count}個電樁使用',
    '{count} {count|pile|piles} {count|follows|follow} power control {name}',
  ],
  'powerControl.monthMissing': [
    '策略“{name}”缺少{month}月的时段，不能启用',
    '策略「{name}」缺少{month}月的時段，不能啟用',
    'Power control {name} has no periods for month {month} and cannot be enabled',
  ],
  'powerControl.datesReversed': [
    '失效日期必须晚于生效日期',
    '失效日期必須晚於生效日期',
    'The power control must end after the day on which it begins',
  ],
  'powerControl.monthNeeded': [
    '策略“{name}”已启用，{month}月的时段不能删除',
    '策略「{name}」已啟用，{month}月的時段不能刪除',
    'Power control {name} is enabled, so month {month} cannot be deleted',
  ],
  'powerControl.followedElsewhere': [
    '策略“{name}”还有您无权查看的电桩在使用，须由能看到全部电桩的人修改',
    '策略「{name}」還有您無權檢視的電樁在使用，須由能看到全部電樁的人修改',
    'Piles that you cannot see follow power control {name}; only who sees them all may change it',
  ],
  'powerControl.failSafe': [
    '站点“{station}”的电桩失去通信时合计可用{sum} kW，超过策略“{name}”的{limit} kW；请先降低各桩的离线最大功率',
    '站點「{station}」的電樁失去通訊時合計可用{sum} kW，超過策略「{name}」的{limit} kW；請先降低各樁的離線最大功率',
    'Piles of {station} that hear nothing may draw {sum} kW together, above the {limit} kW of power control {name}; lower their offline limits first',
  ],
  'powerControl.noReserve': [
    '站点“{station}”有枪充电且电桩失去通信时可用{sum} kW，超过策略“{name}”的{limit} kW；请先降低各桩的离线最大功率',
    '站點「{station}」有槍充電且電樁失去通訊時可用{sum} kW，超過策略「{name}」的{limit} kW；請先降低各樁的離線最大功率',
    'When piles of {station} fall silent while a gun charges, they may draw {sum} kW, above the {limit} kW of power control {name}; lower their offline limits first',
  ],
  'powerControl.aboveRated': [
    '策略“{name}”的控制功率{power} kW超过电桩“{pile}”的额定功率{rated} kW',
    '策略「{name}」的控制功率{power} kW超過電樁「{pile}」的額定功率{rated} kW',
    'Power control {name} sets {power} kW, but pile {pile} is rated {rated} kW',
  ],
  'powerControl.monthEmpty': ['{month}月还没有时段，不能复制', '{month}月還沒有時段，不能複製', 'Month {month} has no periods to copy'],
  'powerControl.periodsWrong': [
    '时段不正确：须从 00:00 开始、按半小时递增、最多48段',
    '時段不正確：須從 00:00 開始、按半小時遞增、最多48段',
    'The periods are wrong: they begin at 00:00, follow each other by half hours, 48 at most',
  ],
  'powerControl.minAbovePower': [
    '{time} 时段的最小功率不能大于控制功率',
    '{time} 時段的最小功率不能大於控制功率',
    'The least power of the period at {time} is above its power',
  ],
} as const satisfies RefusalTable;
export type PowerControlRefusal = keyof typeof powerControlRefusals;

/** The texts of the list besides the labels of its fields. */
export const controlWords = {
  months: ['月份与时段', '月份與時段', 'Months and periods'],
  sites: ['站点功率', '站點功率', 'Site power'],
  enable: ['启用', '啟用', 'Enable'],
  disable: ['禁用', '停用', 'Disable'],
  disuse: ['废弃', '廢棄', 'Disuse'],
  askEnable: ['启用策略“{name}”？', '啟用策略「{name}」？', 'Enable power control {name}?'],
  askDisable: [
    '禁用策略“{name}”？使用它的电桩将被释放。',
    '停用策略「{name}」？使用它的電樁將被釋放。',
    'Disable power control {name}? Its piles are released.',
  ],
  askDisuse: ['废弃策略“{name}”？废弃后不能恢复。', '廢棄策略「{name}」？廢棄後不能恢復。', 'Disuse power control {name}? This is for good.'],
  notWhole: ['12个月都设置后才能启用', '12個月都設定後才能啟用', 'All 12 months need periods first'],
} as const satisfies Readonly<Record<string, Words>>;
