import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { payFacts } from './pay-conf.rules.ts';
import { payConfApi } from './pay-conf.ts';

const BENCH_CONFS = 1_000;

export const testing = nounTesting({
  name: 'payConf',
  rows: rowsByAdding('tenant', { add: payConfApi.add, key: 'payConfId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    confName: markedText(b, owner, 'tenant'),
    payType: 3,
    appId: 'pk_test_1',
    apiKey: 'sk_test_1',
    webhookSecrets: 'whsec_1',
  })),
  refusedHere: {
    prove: 'The provider gave no answer that can be believed (no provider)',
    changeState: 'Prove the configuration first',
    changeStatBatch: 'Prove the configuration first',
  },
  samples: { setPayConf: async ({ own }) => [{ cpCode: await own('pile'), payType: 3, payConfId: null }] },
  namesNoRow: payFacts,
  bench: {
    rows: BENCH_CONFS,
    sql: [
      `insert into pay_conf (tenant_id, conf_name, pay_type, seal_id, create_time) select ${TENANT}, 'Configuration ' || n, 1, n, ${AT} ${rowsOf(BENCH_CONFS)}`,
    ],
  },
});
