import { sql } from 'kysely';
import { liveOrderStates } from '#engines/order/codes.ts';
import { gunState } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';

/** A gun with its pile and station, as a start sees them. */
export interface StartSite {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly cpType: number;
  /** Its station, agent and tenant are all in service. */
  readonly isOpen: boolean;
  readonly cpWorkStat: number;
  /** The state that is shown: a reservation or a start overlays the state that the device reports. */
  readonly gunWorkStat: number;
  readonly deviceGunStat: number;
  /** An operator has taken the gun or its pile out of service. */
  readonly isOutOfService: boolean;
  readonly liveOrderNo: string | null;
  readonly rateRuleId: string | null;
  readonly checkAccount: boolean;
  readonly accountMinAmountCents: bigint;
  /** The most that an order at this gun may draw on; null: no limit. */
  readonly drawMaxCents: bigint | null;
  readonly ratedPowerW: number;
  readonly currency: string;
  readonly zone: string;
  readonly maxSoc: number;
  readonly gunCount: number;
}

interface RawSite extends Omit<StartSite, 'tenantId' | 'agentId' | 'stationId' | 'rateRuleId' | 'ratedPowerW' | 'checkAccount'> {
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly rateRuleId: bigint | null;
  readonly cpPower: bigint;
  readonly checkAccount: number;
}

const { enabled } = entityState;

/** The gun, locked until the transaction ends, so that two starts on it follow each other. Undefined if there is none. */
export const lockStartSite = async (tx: Tx, cpCode: string, gunNumber: number): Promise<StartSite | undefined> => {
  const { rows } =
    await sql<RawSite>`select g.tenant_id, g.agent_id, g.station_id, g.cp_code, g.gun_number, p.cp_type, s.station_stat = ${sql.lit(enabled)} and a.agent_stat = ${sql.lit(enabled)} and t.tenant_stat = ${sql.lit(enabled)} as is_open, p.cp_work_stat, g.gun_work_stat, coalesce(g.device_gun_stat, ${sql.lit(gunState.idle)}) as device_gun_stat,
      p.cp_stat <> ${sql.lit(enabled)} or g.overlay_stat is not distinct from ${sql.lit(gunState.disabled)} as is_out_of_service,
      (select charging_order_no from charging_order o where o.cp_code = g.cp_code and o.gun_number = g.gun_number and o.order_state in (${literals(liveOrderStates)})) as live_order_no,
      p.rate_rule_id, p.check_account, p.account_min_amount as account_min_amount_cents, plain_hold_max(p.cp_code) as draw_max_cents, p.cp_power, t.currency, s.timezone as zone, f.charging_max_soc as max_soc, p.gun_count
    from gun g join pile p on p.cp_code = g.cp_code join station s on s.station_id = g.station_id join agent a on a.agent_id = g.agent_id join tenant t on t.tenant_id = g.tenant_id join pile_profile f on f.cp_code = g.cp_code
    where g.cp_code = ${cpCode} and g.gun_number = ${gunNumber} and not g.is_delete and not p.is_delete for update of g`.execute(tx);
  const [raw] = rows;
  return (
    raw && {
      ...raw,
      tenantId: String(raw.tenantId),
      agentId: String(raw.agentId),
      stationId: String(raw.stationId),
      rateRuleId: raw.rateRuleId === null ? null : String(raw.rateRuleId),
      checkAccount: raw.checkAccount === 1,
      ratedPowerW: Number(raw.cpPower) * 100,
    }
  );
};
