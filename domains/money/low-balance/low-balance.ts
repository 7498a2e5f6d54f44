import { jobKind } from '#kit/resource/job.ts';

export const lowBalances = jobKind({
  name: 'lowBalances',
  title: ['余额预警', '餘額預警', 'Low balances'],
  hint: [
    '比较客户、卡和车辆的余额与预警值；低于预警值时产生异常，恢复后自动结束',
    '比較客戶、卡和車輛的餘額與預警值；低於預警值時產生異常，恢復後自動結束',
    'Compares the balances of customers, cards and cars with their marks; one below its mark is an exception until it is not',
  ],
  params: {},
  paramLabels: {},
  results: { low: ['新低于预警值', '新低於預警值', 'Fell below'], over: ['已恢复', '已恢復', 'Recovered'] },
  initial: { cron: '15 * * * * ?', params: {} },
});
