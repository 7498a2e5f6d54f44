import fc from 'fast-check';
import { places } from '../charge-sum/histories.fixture.ts';

const DAYS = 40;
/** More than the histories use. */
const FIRST_ID = 1_000_000;

const start = fc.record({
  place: fc.constantFrom(...places),
  pile: fc.constantFrom('A', 'B'),
  // Many within minutes of each other, and of midnight.
  daysAgo: fc.nat(DAYS),
  minute: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1_425, max: 1_439 })),
  party: fc.constantFrom(`2, 1, null`, `2, 2, null`, `1, 7, '13800000001'`, `null, null, '13800000002'`, `null, null, null`),
  state: fc.constantFrom(3, 3, 9),
  result: fc.constantFrom('null', '0', '2', '161'),
  energy: fc.constantFrom(0, 999, 1_000, 300_000),
});

/** Inserts attempts to start of the last weeks. */
export const randomStarts = (count: number, seed: number): string => {
  const rows = fc.sample(start, { numRuns: count, seed }).map(
    ({ place: { tenantId, agentId, stationId, currency }, pile, daysAgo, minute, party, state, result, energy }, at) =>
      `(${FIRST_ID + at}, ${tenantId}, ${agentId}, ${stationId}, 'P${stationId}${pile}', 1, 'S${at}', ${state}, '${currency}', ${party}, ${result}, ${energy},
          least(now() - interval '1 minute', date_trunc('day', now(), 'UTC') - interval '${daysAgo} days' + interval '${minute} minutes'))`,
  );
  return `insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, currency, main_part_type,
    main_part_id, user_mobile, start_result, charging_elec, create_time) values ${rows.join(', ')};`;
};

/** Changes of whatever an attempt counts for. */
export const changesOfStarts = `
  update charging_order set charging_elec = 5000 where charging_order_id % 11 = 1 and charging_order_id >= ${FIRST_ID};
  update charging_order set charging_elec = 0 where charging_order_id % 11 = 2 and charging_order_id >= ${FIRST_ID};
  update charging_order set start_result = 5 where charging_order_id % 11 = 3 and charging_order_id >= ${FIRST_ID};
  update charging_order set is_delete = true where charging_order_id % 11 = 4 and charging_order_id >= ${FIRST_ID};
  update charging_order set main_part_type = 2, main_part_id = 2 where charging_order_id % 11 = 5 and charging_order_id >= ${FIRST_ID};
  update charging_order set cp_type = 3 where charging_order_id % 11 = 6 and charging_order_id >= ${FIRST_ID};`;
