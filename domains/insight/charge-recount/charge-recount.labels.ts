import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { chargeRecount } from './charge-recount.ts';

export const chargeRecountLabels = labels(chargeRecount, {
  noun: ['统计重算', '統計重算', 'Recount of statistics'],
  fields: {
    chargeRecountId: ['重算编号', '重算編號', 'Recount id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    stationId: ['站点', '站點', 'Station'],
    firstDay: ['开始日期', '開始日期', 'First day'],
    lastDay: ['结束日期', '結束日期', 'Last day'],
    recountState: ['状态', '狀態', 'State'],
    daysTotal: ['站点天数', '站點天數', 'Days of stations'],
    daysDone: ['已完成', '已完成', 'Done'],
    rowsCorrected: ['更正行数', '更正列數', 'Corrected rows'],
    endedTime: ['结束时间', '結束時間', 'Ended'],
    problem: ['失败原因', '失敗原因', 'Problem'],
  },
  hints: {
    stationId: ['不选则重算租户的全部站点', '不選則重算租戶的全部站點', 'Without one, all stations of the tenant'],
    firstDay: ['按站点当地日期', '按站點當地日期', 'By the clock of each station'],
  },
});

export const chargeRecountRefusals = {
  'chargeRecount.days': [
    '结束日期不能早于开始日期，且最多{max}天',
    '結束日期不能早於開始日期，且最多{max}天',
    'The last day is not before the first one, and there are {max} days at most',
  ],
} as const satisfies RefusalTable;
