import { AGENT, AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { pileApi } from './pile.ts';

/** The code of pile n in the rows of the bench. */
export const BENCH_PILE = `'P' || lpad(n::text, 8, '0')`;

export const testing = nounTesting({
  name: 'pile',
  rows: rowsByAdding('station', { add: pileApi.add, key: 'cpCode', needs: ['reservationConf'] }, async (b, owner) => ({
    cpCode: `P${b.next()}-${markOf(owner)}`,
    stationId: b.key('station', owner),
    cpName: markedText(b, owner, 'station'),
    cpType: 1,
    protocol: 1,
    gunCount: 1,
    cpPower: '120',
    canBeReservation: 1,
    crcId: b.key('reservationConf', owner),
    accountMinAmount: '1.00',
  })),
  bench: {
    sql: [
      `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, create_time)
        select ${BENCH_PILE}, ${TENANT}, ${AGENT}, n, 'Pile ' || n, 1 + n % 3, 1 + n % 2, 1, 1200, 0, n % 8, n, ${AT} ${rowsOf()}`,
      `insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, tenant_id, agent_id, station_id from pile`,
    ],
  },
  samples: {
    changeState: async ({ own }) => [{ entityId: await own('pile'), setState: 0 }],
    changeStatBatch: async ({ own }) => [{ ids: await own('pile'), stat: 0 }],
  },
});
