import { sql } from 'kysely';
import { priceE5 } from '#engines/money/units.ts';
import type { TariffFee, TariffMonth } from '#engines/tariff/schedule.ts';
import { billMode, RATE_TYPES, rateType } from '#engines/tariff/codes.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import type { Tx } from '#kit/db/index.ts';

interface StoredPeriod {
  rateRuleId: bigint;
  starMonthTime: number;
  rateType: number;
  billMode: number;
  startSlot: number;
  rateStage: number;
  rateDiscount: number;
  rate: bigint;
}

/** All months of a rule that have prices; months, fees and periods are sorted. */
export const loadMonths = async (tx: Tx, rateRuleId: string): Promise<readonly TariffMonth[]> =>
  (await loadMonthsOfRules(tx, [rateRuleId])).get(rateRuleId) ?? [];

/** The months of several rules, by the ids of the rules. A rule without prices is not in it. */
export const loadMonthsOfRules = async (tx: Tx, rateRuleIds: readonly string[]): Promise<ReadonlyMap<string, readonly TariffMonth[]>> => {
  const { rows } =
    await sql<StoredPeriod>`select m.rate_rule_id, m.star_month_time, m.rate_type, m.bill_mode, p.start_slot, p.rate_stage, p.rate_discount, p.rate
    from rate_rule_month m join rate_rule_period p using (rate_rule_month_id)
    where m.rate_rule_id = any(${rateRuleIds}::bigint[]) order by m.rate_rule_id, m.star_month_time, m.rate_type, p.start_slot`.execute(tx);
  const byRule = groupBy(rows, (row) => String(row.rateRuleId));
  return new Map([...byRule].map(([key, periods]) => [key, monthsOf(periods)]));
};

/** `rows` are sorted by month, fee and period. */
const monthsOf = (rows: readonly StoredPeriod[]): readonly TariffMonth[] => {
  const months = new Map<number, TariffFee[]>();
  for (const row of rows) {
    const fees = months.get(row.starMonthTime) ?? [];
    months.set(row.starMonthTime, fees);
    const period = { startSlot: row.startSlot, rateStage: row.rateStage, rateDiscount: row.rateDiscount, priceE5: priceE5(row.rate) };
    const last = fees.at(-1);
    if (last?.rateType === row.rateType) fees[fees.length - 1] = { ...last, periods: [...last.periods, period] };
    else fees.push(feeOf(row, period));
  }
  return [...months].map(([month, fees]) => ({ month, fees }));
};

const feeOf = (row: StoredPeriod, period: TariffFee['periods'][number]): TariffFee => ({
  rateType: RATE_TYPES.find((candidate) => candidate === row.rateType) ?? rateType.electricity,
  billMode: row.billMode === billMode.byHour ? billMode.byHour : billMode.byEnergy,
  periods: [period],
});

/** Replaces the stored prices of some months of a rule. */
export const saveMonths = async (
  tx: Tx,
  rule: { readonly rateRuleId: string; readonly tenantId: string },
  months: readonly TariffMonth[],
): Promise<void> => {
  await deleteMonths(
    tx,
    rule.rateRuleId,
    months.map(({ month }) => month),
  );
  for (const { month, fees } of months) {
    for (const fee of fees) {
      const { rows } = await sql<{
        rateRuleMonthId: bigint;
      }>`insert into rate_rule_month (tenant_id, rate_rule_id, star_month_time, rate_type, bill_mode)
        values (${rule.tenantId}, ${rule.rateRuleId}, ${month}, ${fee.rateType}, ${fee.billMode}) returning rate_rule_month_id`.execute(tx);
      const list = <T>(pick: (period: TariffFee['periods'][number]) => T): readonly T[] => fee.periods.map(pick);
      await sql`insert into rate_rule_period (rate_rule_month_id, tenant_id, start_slot, rate_stage, rate_discount, rate)
        select ${rows[0]?.rateRuleMonthId}, ${rule.tenantId}, * from unnest(${list((p) => p.startSlot)}::int[], ${list((p) => p.rateStage)}::smallint[], ${list((p) => p.rateDiscount)}::int[], ${list((p) => p.priceE5)}::bigint[])`.execute(
        tx,
      );
    }
  }
};

export const deleteMonths = async (tx: Tx, rateRuleId: string, months: readonly number[]): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from rate_rule_month where rate_rule_id = ${rateRuleId} and star_month_time = any(${months}::int[])`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
