import { AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { reservationConfApi } from './reservation-conf.ts';

/** The price terms in the benchmark's rows. */
export const BENCH_TERMS = `'[{"startMinute":0,"reservationDuration":60,"occupyFeeUnit":10}]'::jsonb`;

export const testing = nounTesting({
  name: 'reservationConf',
  rows: rowsByAdding('tenant', { add: reservationConfApi.add, key: 'crcId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    crcName: markedText(b, owner, 'tenant'),
    details: [
      { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
      { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' },
    ],
  })),
  bench: {
    sql: [
      `insert into reservation_conf (crc_id, tenant_id, crc_name, details, create_time)
        select 10000 + n, ${TENANT}, 'Terms ' || n, ${BENCH_TERMS}, ${AT} ${rowsOf()}`,
    ],
  },
});
