import { feature } from '#kit/resource/feature.ts';
import { endAction } from '../power.codes.ts';
import { powerMonthApi } from './power-month.ts';

export const powerMonthFeature = feature({
  name: 'powerMonth',
  title: ['功率控制月份', '功率控制月份', 'Months of a power control'],
  endpointTitles: { saveMonth: ['保存', '儲存', 'save'], copyMonth: ['复制', '複製', 'copy'], deleteMonth: ['删除', '刪除', 'delete'] },
  api: powerMonthApi,
  codes: [endAction],
  inputLabels: {
    month: ['月份', '月份', 'Month'],
    periods: ['时段', '時段', 'Periods'],
    startTime: ['开始时间', '開始時間', 'Start'],
    changingPower: ['充电功率', '充電功率', 'Power'],
    changingPowerMin: ['最小充电功率', '最小充電功率', 'Least power'],
    changingSoc: ['限功率SOC', '限功率SOC', 'SOC from which it is limited'],
    endAction: ['结束动作', '結束動作', 'At the end'],
    months: ['目标月份', '目標月份', 'Target months'],
  },
});
