import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';

/** A held card that an order of a station did not use. */
const cardAtOrder = async (b: Builder, owner: Owner): Promise<string> => {
  const holdId = await b.make('privilegeCardHold', ownerAt(owner, 'agent'));
  const [orderNo, partNo] = [`O${b.next()}${markOf(owner)}`, `P${b.next()}${markOf(owner)}`];
  return inSystem(b.database, async (tx) => {
    const { rows } = await sql<{
      id: bigint;
    }>`insert into privilege_card_use (tenant_id, agent_id, station_id, privilege_card_id, privilege_card_hold_id, main_part_type, main_part_id,
        main_part_no, main_part_name, cust_id, state, reason, charging_order_id, charging_order_no, use_day, funder, currency)
      select tenant_id, ${b.key('agent', owner)}::int8, ${b.key('station', owner)}::int8, privilege_card_id, privilege_card_hold_id, main_part_type, main_part_id,
        ${partNo}::text, main_part_name, cust_id, 4, 'otherBetter', ${b.next()}::int8, ${orderNo}::text, '2026-06-01', 'tenant', 'CNY'
      from privilege_card_hold where privilege_card_hold_id = ${holdId} returning privilege_card_use_id as id`.execute(tx);
    return String(rows[0]?.id);
  });
};

export const testing = nounTesting({
  name: 'privilegeCardUse',
  rows: { level: 'station', needs: ['privilegeCardHold'], make: cardAtOrder },
  bench: {
    sql: [
      `insert into privilege_card_use (privilege_card_use_id, tenant_id, agent_id, station_id, privilege_card_id, privilege_card_hold_id, main_part_type, main_part_id,
          main_part_no, main_part_name, cust_id, state, charging_order_id, charging_order_no, use_day, funder, currency, preferential_amount, charging_elec, use_time, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, n, 1, n, 'O' || n, '2026-06-01', 'tenant', 'CNY', 300, 100000, ${AT}, ${AT} ${rowsOf()}`,
    ],
  },
});
