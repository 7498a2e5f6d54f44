import { sql } from 'kysely';
import type { PowerMonth, PowerPeriod } from '#engines/dispatch/schedule/plan.ts';
import { endAction, type EndAction } from '#engines/dispatch/schedule/codes.ts';
import type { Tx } from '#kit/db/index.ts';

export interface StoredPowerMonth extends PowerMonth {
  readonly powerControlMonthId: string;
}

interface StoredPeriod {
  powerControlMonthId: bigint;
  starMonthTime: number;
  startSlot: number;
  changingPower: bigint;
  changingPowerMin: bigint;
  changingSoc: number;
  endAction: number;
}

/** All months of a rule that are set; months and periods are sorted. */
export const loadPowerMonths = async (tx: Tx, powerControlId: string): Promise<readonly StoredPowerMonth[]> => {
  const { rows } = await sql<StoredPeriod>`select m.power_control_month_id, m.star_month_time, p.start_slot, p.changing_power, p.changing_power_min,
      p.changing_soc, p.end_action
    from power_control_month m join power_control_period p using (power_control_month_id)
    where m.power_control_id = ${powerControlId} order by m.star_month_time, p.start_slot`.execute(tx);
  const months = new Map<number, { readonly powerControlMonthId: string; readonly month: number; readonly periods: PowerPeriod[] }>();
  for (const row of rows) {
    const month = months.get(row.starMonthTime) ?? { powerControlMonthId: String(row.powerControlMonthId), month: row.starMonthTime, periods: [] };
    months.set(row.starMonthTime, month);
    month.periods.push({
      startSlot: row.startSlot,
      changingPowerHw: Number(row.changingPower),
      changingPowerMinHw: Number(row.changingPowerMin),
      changingSoc: row.changingSoc,
      endAction: endActionOf(row.endAction),
    });
  }
  return [...months.values()];
};

const endActionOf = (code: number): EndAction => Object.values(endAction).find((value) => value === code) ?? endAction.nextApplies;

/** Replaces the stored periods of some months of a rule. */
export const savePowerMonths = async (
  tx: Tx,
  control: { readonly powerControlId: string; readonly tenantId: string },
  months: readonly PowerMonth[],
): Promise<void> => {
  const { powerControlId, tenantId } = control;
  await deletePowerMonths(
    tx,
    powerControlId,
    months.map(({ month }) => month),
  );
  for (const { month, periods } of months) {
    const { rows } = await sql<{
      powerControlMonthId: bigint;
    }>`insert into power_control_month (tenant_id, power_control_id, star_month_time) values (${tenantId}, ${powerControlId}, ${month})
      returning power_control_month_id`.execute(tx);
    const list = <T>(pick: (period: PowerPeriod) => T): readonly T[] => periods.map(pick);
    await sql`insert into power_control_period (power_control_month_id, tenant_id, start_slot, changing_power, changing_power_min, changing_soc, end_action)
      select ${rows[0]?.powerControlMonthId}, ${tenantId}, * from unnest(${list((p) => p.startSlot)}::int[], ${list((p) => p.changingPowerHw)}::bigint[],
        ${list((p) => p.changingPowerMinHw)}::bigint[], ${list((p) => p.changingSoc)}::int[], ${list((p) => p.endAction)}::smallint[])`.execute(tx);
  }
};

export const deletePowerMonths = async (tx: Tx, powerControlId: string, months: readonly number[]): Promise<void> => {
  await sql`delete from power_control_month where power_control_id = ${powerControlId} and star_month_time = any(${months}::int[])`.execute(tx);
};
