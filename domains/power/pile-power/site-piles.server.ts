import { sql } from 'kysely';
import type { PilePowerCheck } from '#domains/network/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { pilePowerRefusals } from './pile-power.ts';
import { offlineLimitHw, powerAboveRated, siteProblem, type PowerPile } from './power-site.rules.ts';
import { loadPowerMonths } from '../power-month/power-month.store.server.ts';

interface FollowingPile extends PowerPile {
  readonly cpName: string;
  readonly stationId: string;
  readonly stationName: string;
}

/** The piles that follow a power control, as far as the transaction sees them. */
export const followingPiles = async (tx: Tx, powerControlId: string): Promise<readonly FollowingPile[]> => {
  const { rows } = await sql<{
    cpCode: string;
    cpName: string;
    stationId: bigint;
    stationName: string;
    cpType: number;
    gunCount: number;
    cpPower: bigint;
    offlineMaxPower: bigint | null;
    startsOffline: boolean;
  }>`select p.cp_code, p.cp_name, p.station_id, s.station_name, p.cp_type, p.gun_count, p.cp_power, f.offline_max_power,
      f.is_vin_offline_charging + f.is_iccard_offline_charging > 0 as starts_offline
    from pile p join station s on s.station_id = p.station_id join pile_profile f on f.cp_code = p.cp_code
    where p.power_control_id = ${powerControlId} and not p.is_delete order by p.cp_code`.execute(tx);
  return rows.map(({ cpPower, offlineMaxPower, stationId, ...row }) => ({
    ...row,
    stationId: String(stationId),
    ratedHw: Number(cpPower),
    offlineHw: offlineLimitHw(offlineMaxPower),
  }));
};

/** Refuses a power control whose piles could pass its limit when nothing can be sent to them, or whose periods allow a pile more than it has. */
export const checkSites = async (
  tx: Tx,
  control: { readonly powerControlId: string; readonly ruleName: string; readonly maxControlPower: bigint | null },
): Promise<void> => {
  const { powerControlId, ruleName: name, maxControlPower } = control;
  const piles = await followingPiles(tx, powerControlId);
  if (piles.length === 0) return;
  const months = await loadPowerMonths(tx, powerControlId);
  for (const pile of piles) {
    const aboveHw = powerAboveRated(months, pile.ratedHw);
    if (aboveHw !== undefined)
      throwRefusal(pilePowerRefusals, 'powerControl.aboveRated', {
        name,
        power: kilowatts(aboveHw),
        pile: pile.cpName,
        rated: kilowatts(pile.ratedHw),
      });
  }
  for (const stationId of new Set(piles.map((pile) => pile.stationId))) {
    const inStation = piles.filter((pile) => pile.stationId === stationId);
    const problem = siteProblem(maxControlPower === null ? null : Number(maxControlPower), inStation);
    if (problem)
      throwRefusal(pilePowerRefusals, problem.rule === 'R1' ? 'powerControl.failSafe' : 'powerControl.noReserve', {
        name,
        station: inStation[0]?.stationName ?? '',
        sum: kilowatts(problem.sum),
        limit: kilowatts(problem.limit),
      });
  }
};

/** Refuses a change of a pile after which the piles of its power control could pass the limit. A disabled power control has no piles. */
export const checkPilePower: PilePowerCheck = async (tx, powerControlId) => {
  const { rows } = await sql<{ ruleName: string; maxControlPower: bigint | null }>`select rule_name, max_control_power from power_control
    where power_control_id = ${powerControlId} for update`.execute(tx);
  for (const row of rows) await checkSites(tx, { ...row, powerControlId });
};

const kilowatts = (hectowatts: number): string => (hectowatts / 10).toFixed(1);
