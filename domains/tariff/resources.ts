import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { pilePolicyApi, pilePolicyRefusals } from './pile-policy/pile-policy.ts';
import { rateMonthApi } from './rate-month/rate-month.ts';
import { rateRuleLabels, rateRuleRefusals } from './rate-rule/rate-rule.labels.ts';
import { rateRule, rateRuleApi } from './rate-rule/rate-rule.ts';
import { billMode, rateStage, rateType } from './tariff.codes.ts';

export { billMode, rateStage, rateType };
export { pilePolicyApi, pilePolicyRefusals } from './pile-policy/pile-policy.ts';
export { rateMonthApi } from './rate-month/rate-month.ts';
export { rateRuleApi } from './rate-rule/rate-rule.ts';

export const tariff = domain('tariff', [
  feature({
    name: 'rateRule',
    lookup: { offered: true },
    acts: { changeRuleState: ['变更状态', '變更狀態', 'change the state'] },
    resource: rateRule,
    api: rateRuleApi,
    labels: rateRuleLabels,
    inputLabels: { opCode: ['操作', '操作', 'Operation'] },
    refusals: rateRuleRefusals,
    menu: [
      {
        path: '/tariff/rate-rule',
        component: 'tariff/RateRuleList',
        title: ['费率策略', '費率策略', 'Rate rules'],
        icon: 'percentage',
        group: menuGroups.tariff,
        order: 10,
        allow: 'rateRule:list',
      },
    ],
  }),
  feature({
    name: 'rateMonth',
    title: ['费率月份', '費率月份', 'Months of a rate rule'],
    acts: { saveMonth: ['保存', '儲存', 'save'], copyMonth: ['复制', '複製', 'copy'], deleteMonth: ['删除', '刪除', 'delete'] },
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
  }),
  feature({
    name: 'pilePolicy',
    title: ['桩费率', '樁費率', 'Rate rule of a pile'],
    acts: { setRateRule: ['下发费率', '下發費率', 'assign'] },
    api: pilePolicyApi,
    refusals: pilePolicyRefusals,
  }),
]);
