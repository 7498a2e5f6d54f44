import { sql } from 'kysely';
import { monthOf } from '#engines/time/calendar.ts';
import { pileRatesOf } from '#engines/tariff/pile-rates.ts';
import type { RateProblem } from '#engines/tariff/pile-rates.ts';
import { loadMonths } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandDraft } from '../command/enqueue.server.ts';

/** A pile that can be told prices, and by which rule and clocks. */
export interface RatedPile {
  readonly cpCode: string;
  readonly rateRuleId: string;
  readonly rateRuleNo: string;
  readonly zone: string;
}

export type RatesDraft = Extract<CommandDraft, { readonly cmd: 'setRateRule' }>;
/** What the piles of a rule and a zone should keep of a month, or why it cannot be told. */
export interface WantedRates {
  readonly cpCodes: readonly string[];
  readonly month: number;
  readonly rates: RatesDraft | RateProblem;
}

/** What piles should keep at some instants: the months that these are where they stand. */
export const wantedRates = async (tx: Tx, piles: readonly RatedPile[], instants: readonly number[]): Promise<readonly WantedRates[]> => {
  const wanted: WantedRates[] = [];
  for (const [rateRuleId, rateRuleNo] of new Map(piles.map((one) => [one.rateRuleId, one.rateRuleNo]))) {
    const months = await loadMonths(tx, rateRuleId);
    const following = piles.filter((one) => one.rateRuleId === rateRuleId);
    for (const { month, cpCodes } of monthsOf(following, instants)) {
      const priced = months.find((one) => one.month === month);
      if (!priced) continue;
      const rates = pileRatesOf(priced);
      wanted.push({ cpCodes, month, rates: typeof rates === 'string' ? rates : { cmd: 'setRateRule', rateRuleNo, month, ...rates } });
    }
  }
  return wanted;
};

/** In which months some piles are, at any of these instants. */
const monthsOf = (
  piles: readonly RatedPile[],
  instants: readonly number[],
): readonly { readonly month: number; readonly cpCodes: readonly string[] }[] =>
  Array.from({ length: 12 }, (_unused, index) => index + 1).flatMap((month) => {
    const there = piles.filter(({ zone }) => instants.some((at) => monthOf(at, zone) === month));
    return there.length === 0 ? [] : [{ month, cpCodes: there.map(({ cpCode }) => cpCode) }];
  });

/** Of some piles those that do not say they keep these rates. */
export const lacking = async (tx: Tx, cpCodes: readonly string[], rates: RatesDraft): Promise<readonly string[]> => {
  const { rows } = await sql<{ cpCode: string }>`select c as cp_code from unnest(${cpCodes}::text[]) c
    where not exists (select from pile_rate t where t.cp_code = c and t.month = ${rates.month} and t.content = ${JSON.stringify(rates)}::jsonb)`.execute(
    tx,
  );
  return rows.map(({ cpCode }) => cpCode);
};
