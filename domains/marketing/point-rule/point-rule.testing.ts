import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { pointRuleApi } from './point-rule.ts';

export const testing = nounTesting({
  name: 'pointRule',
  rows: rowsByAdding('agent', { add: pointRuleApi.add, key: 'pointRuleId', needs: ['pointProgram'] }, async (b, owner) => ({
    pointProgramId: await b.make('pointProgram', owner),
    ruleName: markedText(b, owner, 'agent'),
    isUsed: 1,
    earnBasis: 1,
    pointsPerUnit: 1,
    vipLevelValLimit: 0,
  })),
  bench: {
    sql: [
      `insert into point_rule (point_rule_id, tenant_id, agent_id, point_program_id, rule_name, earn_basis, points_per_unit, create_time)
        select n, ${TENANT}, ${AGENT}, n, 'Rule ' || n, 1 + n % 2, 1, ${AT} ${rowsOf()}`,
    ],
  },
});
