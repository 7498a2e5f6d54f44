import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { limitState } from './power-limit.codes.ts';
import { lowestLimit, proofOf, type LimitProof, type OpenLimit } from './power-limit.rules.ts';
import { powerLimit } from './power-limit.ts';

/** Says that limits of sites have changed, and the noun whose rows have. */
export const limitTopic = 'power.limit';
export const limitNoun = powerLimit.name;

const { planned, inForce, over } = limitState.items;

interface SiteOfLimits {
  readonly powerControlId: string;
  readonly stationId: string;
}

/** A limit of a site that is not closed. */
export type SiteLimit = OpenLimit & LimitProof & { readonly powerLimitId: bigint };

export const loadLimits = async (tx: Tx, { powerControlId, stationId }: SiteOfLimits): Promise<readonly SiteLimit[]> => {
  const { rows } = await sql<{
    powerLimitId: bigint;
    limitPower: bigint;
    beginTime: Date;
    endTime: Date;
    isApplied: boolean;
    isObeyed: boolean;
    isBroken: boolean;
  }>`select power_limit_id, limit_power, begin_time, end_time, applied_time is not null as is_applied, obeyed_time is not null as is_obeyed, broken_time is not null as is_broken
    from power_limit where power_control_id = ${powerControlId} and station_id = ${stationId}
      and limit_state in (${sql.lit(planned.value)}, ${sql.lit(inForce.value)}) order by power_limit_id`.execute(tx);
  return rows.map(({ limitPower, beginTime, endTime, ...row }) => ({
    ...row,
    limitHw: Number(limitPower),
    beginMs: beginTime.getTime(),
    endMs: endTime.getTime(),
  }));
};

/** What limits a site besides its power control, in hectowatts; null for nothing. */
export const temporaryLimit = lowestLimit;

/** Writes down what a sweep has proven about the limits that it counted. */
export const proveLimits = async (
  tx: Tx,
  limits: readonly SiteLimit[],
  { worstHw, now }: { readonly worstHw: number; readonly now: Date },
): Promise<void> => {
  const counted = limits.filter(({ beginMs, endMs }) => beginMs <= now.getTime() && now.getTime() < endMs);
  let isChanged = false;
  for (const limit of counted) {
    const { applied, obeyed, broken } = proofOf(limit, worstHw);
    if (!applied && !obeyed && !broken) continue;
    isChanged = true;
    await sql`update power_limit set limit_state = ${sql.lit(inForce.value)}, applied_time = coalesce(applied_time, ${now}), obeyed_time = coalesce(obeyed_time, case when ${obeyed} then ${now}::timestamptz end),
        broken_time = coalesce(broken_time, case when ${broken} then ${now}::timestamptz end), update_time = ${now}, version = version + 1
      where power_limit_id = ${limit.powerLimitId} and limit_state in (${sql.lit(planned.value)}, ${sql.lit(inForce.value)})`.execute(tx);
  }
  if (isChanged) tx.wake(limitTopic);
};

/** Closes the limits whose time is over. */
export const closeLimits = async (tx: Tx, now: Date): Promise<void> => {
  const { numAffectedRows } =
    await sql`update power_limit set limit_state = ${sql.lit(over.value)}, closed_time = end_time, update_time = ${now}, version = version + 1
    where limit_state in (${sql.lit(planned.value)}, ${sql.lit(inForce.value)}) and end_time <= ${now}`.execute(tx);
  if (numAffectedRows !== undefined && numAffectedRows > 0n) tx.wake(limitTopic);
};
