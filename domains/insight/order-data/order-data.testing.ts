import { sql } from 'kysely';
import { AGENT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

/** The eleven figures of a row with one charge. */
const FIGURES = '1, 10000, 0, 0, 10000, 0, 100, 100, 60, 40, 0, 0';

export const testing = nounTesting({
  name: 'orderData',
  rows: {
    level: 'station',
    make: async (b, owner) => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into charge_sum (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type,
          charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
        values (${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, 1, ${`137${String(b.next()).padStart(8, '0')}`}, 2, timestamp '2026-01-01', 'CNY', 0, 0, ${sql.raw(FIGURES)})
        returning charge_sum_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  bench: {
    sql: [
      `insert into charge_sum (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type,
          charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
        select ${TENANT}, ${AGENT}, n, 1 + n % 4, n::text, 2, date '2026-01-01' + n % 365, 'CNY', 0, 0, ${FIGURES} ${rowsOf()}`,
    ],
  },
});
