import { codeTable } from '#kit/fields/codes.ts';

/** What the figures of the home page are of. */
export const statType = codeTable({
  dictCode: 'home_stat_type',
  title: ['统计类型', '統計類型', 'Statistic type'],
  items: {
    amount: { value: 1, words: ['充电金额', '充電金額', 'Charging amount'] },
    energy: { value: 2, words: ['充电量', '充電量', 'Energy'] },
    charges: { value: 3, words: ['订单数', '訂單數', 'Orders'] },
    elec: { value: 4, words: ['电费', '電費', 'Electricity fee'] },
    srv: { value: 5, words: ['服务费', '服務費', 'Service fee'] },
    usage: { value: 6, words: ['时间利用率', '時間利用率', 'Use by time'] },
  },
});
