import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { checkRuleApi } from './check-rule.ts';

const BENCH_RULES = 1_000;

export const testing = nounTesting({
  name: 'checkRule',
  rows: rowsByStaff({ add: checkRuleApi.add, key: 'id' }, async (b, owner) => ({
    ruleName: markedText(b, owner, 'tenant'),
    ruleCode: `c${b.next()}-${markOf(ownerAt(owner, 'tenant'))}`,
    ruleJson: [{ digits: '*', pattern: '\\d+', message: markedText(b, owner, 'tenant') }],
  })),
  bench: {
    rows: BENCH_RULES,
    sql: [
      `insert into sys_check_rule (id, tenant_id, rule_code, rule_name, rule_json, create_time)
        select 1000000 + n, ${TENANT}, 'rule_' || n, 'Rule ' || n, '[]', ${AT} ${rowsOf(BENCH_RULES)}`,
    ],
  },
  samples: {
    checkByCode: async ({ own, valueOf }) => [{ ruleCode: await valueOf('checkRule', await own('checkRule'), 'ruleCode'), value: '1' }],
  },
  namesNoRow: ['ruleCode'],
});
