import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { bigScreenApi } from './big-screen.ts';

const BENCH_SCREENS = 1_000;

export const testing = nounTesting({
  name: 'bigScreen',
  rows: rowsByAdding('tenant', { add: bigScreenApi.add, key: 'bigScreenId', needs: ['station'] }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    screenName: markedText(b, owner, 'tenant'),
    stationId: b.key('station', owner),
    views: [1, 2, 3],
    turnS: 60,
    screenLanguage: 3,
  })),
  samples: {
    newKey: async ({ own }) => [{ bigScreenId: await own('bigScreen'), days: 180 }],
    endKey: async ({ own }) => [{ bigScreenId: await own('bigScreen') }],
    look: async ({ own }) => [{ bigScreenId: await own('bigScreen') }],
  },
  bench: {
    rows: BENCH_SCREENS,
    sql: [
      `insert into big_screen (big_screen_id, tenant_id, screen_name, views, turn_s, screen_language, create_time)
        select n, ${TENANT}, 'Screen ' || n, '{1,2}', 60, 1, ${AT} ${rowsOf(BENCH_SCREENS)}`,
    ],
  },
});
