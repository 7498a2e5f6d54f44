import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { accessConfigApi } from './access-config.ts';

const BENCH_CONFIGS = 1_000;

export const testing = nounTesting({
  name: 'accessConfig',
  rows: rowsByAdding('tenant', { add: accessConfigApi.add, key: 'accessConfigId', needs: ['customer'] }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    cname: markedText(b, corner, 'tenant'),
    authType: 1,
    authExpTime: '2099-01-01T00:00:00.000Z',
    custId: b.key('customer', corner),
    accessRights: [1, 2, 3, 4],
    callsPerMinute: 600,
    openChargesMax: 10,
  })),
  samples: {
    rotateKeys: async ({ own }) => [{ accessConfigId: await own('accessConfig'), overlapHours: 24 }],
    setStations: async ({ own }) => [{ accessConfigId: await own('accessConfig'), stationIds: await own('station') }],
  },
  namesNoRow: ['authId'],
  bench: {
    rows: BENCH_CONFIGS,
    sql: [
      `insert into access_config (access_config_id, tenant_id, cname, auth_type, auth_id, auth_exp_time, cust_id, access_rights, calls_per_minute, open_charges_max, create_time)
        select n, ${TENANT}, 'Partner ' || n, 1, 'P' || n, '2099-01-01', n, '{1,2}', 600, 10, ${AT} ${rowsOf(BENCH_CONFIGS)}`,
    ],
  },
});
