import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { rateMonthApi } from '../rate-month/rate-month.ts';
import { rateRuleApi } from './rate-rule.ts';

const draft = async (b: Builder, owner: Owner): Promise<Input> => ({
  tenantId: b.key('tenant', owner),
  rateRuleName: markedText(b, owner, 'tenant'),
});
const wholeDayPeriod = (rate: string, rateStage: number) => [{ startTime: '00:00', rateStage, rateDiscount: 100, rate }];
export const monthFees = [
  { rateType: 1, billMode: 1, periods: wholeDayPeriod('1.00000', 3) },
  { rateType: 2, billMode: 1, periods: wholeDayPeriod('0.50000', 0) },
];

/** A rule that no pile follows. */
export const unusedRule = async ({ builder, owner }: SampleMaker): Promise<string> =>
  textAt(await builder.ok(rateRuleApi.add, await draft(builder, owner)), 'rateRuleId');

export const testing = nounTesting({
  name: 'rateRule',
  rows: {
    level: 'tenant',
    draft,
    make: async (b, owner) => {
      const rateRuleId = textAt(await b.ok(rateRuleApi.add, await draft(b, owner)), 'rateRuleId');
      await b.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: monthFees });
      await b.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
      await b.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
      return rateRuleId;
    },
  },
  bench: {
    sql: [
      `insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, create_time) select n, ${TENANT}, 'Rule ' || n, 'R' || n, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    changeRuleState: async ({ own }) => [{ rateRuleId: await own('rateRule'), opCode: 2 }],
    copyRule: async ({ own, builder }) => [{ rateRuleId: await own('rateRule'), rateRuleName: `Copy ${builder.next()}` }],
    delete: async (maker) => [{ id: maker.fresh ? await unusedRule(maker) : await maker.own('rateRule') }],
    deleteBatch: async (maker) => [{ ids: maker.fresh ? await unusedRule(maker) : await maker.own('rateRule') }],
  },
  namesNoRow: ['rateRuleNo'],
});
