import { feature } from '#kit/resource/feature.ts';
import { billMode, rateStage, rateType } from '../tariff.codes.ts';
import { rateMonthApi } from './rate-month.ts';

export const rateMonthFeature = feature({
  name: 'rateMonth',
  title: ['费率月份', '費率月份', 'Months of a rate rule'],
  endpointTitles: { saveMonth: ['保存', '儲存', 'save'], copyMonth: ['复制', '複製', 'copy'], deleteMonth: ['删除', '刪除', 'delete'] },
  api: rateMonthApi,
  codes: [rateType, rateStage, billMode],
  inputLabels: {
    month: ['月份', '月份', 'Month'],
    fees: ['费率', '費率', 'Fees'],
    periods: ['时段', '時段', 'Periods'],
    rate: ['单价', '單價', 'Price'],
    rateDiscount: ['折扣', '折扣', 'Percent to pay'],
    startTime: ['开始时间', '開始時間', 'Start'],
    months: ['目标月份', '目標月份', 'Target months'],
  },
});
