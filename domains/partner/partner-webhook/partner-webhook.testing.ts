import { sql } from 'kysely';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { RowMaker } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

const BENCH_HOOKS = 1_000;

const draft: NonNullable<RowMaker['draft']> = async (b, corner) => ({
  accessConfigId: b.key('accessConfig', corner),
  hookName: markedText(b, corner, 'tenant'),
  hookUrl: 'https://partner.example/hook',
  hookEvents: [1, 2],
});

export const testing = nounTesting({
  name: 'partnerWebhook',
  rows: {
    level: 'tenant',
    needs: ['accessConfig'],
    draft,
    // Stored directly, because other tests delete the account meanwhile.
    make: async (b, corner) => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into partner_webhook (tenant_id, access_config_id, hook_name, hook_url, hook_events)
        values (${b.key('tenant', corner)}, ${b.key('accessConfig', corner)}, ${markedText(b, corner, 'tenant')}, 'https://partner.example/hook', '{1,2}')
        returning partner_webhook_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    rows: BENCH_HOOKS,
    sql: [
      `insert into partner_webhook (partner_webhook_id, tenant_id, access_config_id, hook_name, hook_url, hook_events, create_time)
        select n, ${TENANT}, n, 'Webhook ' || n, 'https://partner.example/hook', '{1,2}', ${AT} ${rowsOf(BENCH_HOOKS)}`,
    ],
  },
});
