import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { custType } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { PastSite } from './finished-charge.ts';

/** A gun that may have a past. */
export interface PastPlace extends PastSite {
  readonly stationName: string;
  readonly protocol: number;
  readonly gunCount: number;
}

interface RawPlace extends Omit<PastPlace, 'tenantId' | 'agentId' | 'stationId' | 'rateRuleId' | 'ratedPowerW'> {
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly rateRuleId: bigint;
  readonly cpPower: bigint;
}

/** The guns of all piles that have prices, in the order of their codes. */
export const pastPlaces = async (tx: Tx): Promise<readonly PastPlace[]> => {
  const { rows } =
    await sql<RawPlace>`select g.tenant_id, g.agent_id, g.station_id, g.cp_code, g.gun_number, p.rate_rule_id, t.currency, s.timezone as zone, p.cp_power,
      p.account_min_amount as account_min_amount_cents, s.station_name, p.cp_type, p.protocol, p.gun_count
    from gun g join pile p on p.cp_code = g.cp_code join station s on s.station_id = g.station_id join tenant t on t.tenant_id = g.tenant_id
    where p.rate_rule_id is not null and p.cp_stat = ${sql.lit(entityState.enabled)} and not g.is_delete and not p.is_delete and not s.is_delete
    order by g.station_id, g.cp_code, g.gun_number`.execute(tx);
  return rows.map(({ cpPower, ...raw }) => ({
    ...raw,
    tenantId: String(raw.tenantId),
    agentId: String(raw.agentId),
    stationId: String(raw.stationId),
    rateRuleId: String(raw.rateRuleId),
    ratedPowerW: Number(cpPower) * 100,
  }));
};

/** All cards, cars and customers that may charge, in the order of their ids. */
export const pastParties = async (tx: Tx): Promise<readonly Party[]> => {
  const { rows } = await sql<{ kind: number; id: bigint }>`select * from (
      select ${mainPartType.icCard}::int4 as kind, ic_card_id as id from ic_card where not is_delete
      union all select ${mainPartType.vehicleVin}::int4, car_id from car where not is_delete
      union all select case cust_type when ${sql.lit(custType.items.personal.value)} then ${mainPartType.phoneUser}::int4 else ${mainPartType.agentCustomer}::int4 end, cust_id from customer where not is_delete) as known
    order by kind, id`.execute(tx);
  const parties: Party[] = [];
  for (const { kind, id } of rows) {
    const type = kinds.find((known) => known === kind);
    const party = type && (await partyById(tx, type, String(id)));
    if (party?.state === 'ok') parties.push(party);
  }
  return parties;
};

const kinds: readonly MainPartType[] = Object.values(mainPartType);
