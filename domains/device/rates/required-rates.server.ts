import { sql } from 'kysely';
import { monthOf } from '#engines/time/calendar.ts';
import { pileRatesOf } from '#engines/tariff/pile-rates.ts';
import type { RateProblem } from '#engines/tariff/pile-rates.ts';
import { loadMonths } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CommandDraft } from '../command/enqueue.server.ts';

/** A pile that can be sent rates, with its rule and time zone. */
export interface RatedPile {
  readonly cpCode: string;
  readonly rateRuleId: string;
  readonly rateRuleNo: string;
  readonly zone: string;
}

export type RatesDraft = Extract<CommandDraft, { readonly cmd: 'setRateRule' }>;
/** The rates that piles of one rule and zone should store for a month, or why they cannot be sent. */
export interface RequiredRates {
  readonly cpCodes: readonly string[];
  readonly month: number;
  readonly rates: RatesDraft | RateProblem;
}

/** The rates that piles should store at some instants: those of the months in which the instants lie in the time zone of each pile. */
export const requiredRates = async (tx: Tx, piles: readonly RatedPile[], instants: readonly number[]): Promise<readonly RequiredRates[]> => {
  const required: RequiredRates[] = [];
  for (const [rateRuleId, rateRuleNo] of new Map(piles.map((pile) => [pile.rateRuleId, pile.rateRuleNo]))) {
    const months = await loadMonths(tx, rateRuleId);
    const pilesOfRule = piles.filter((pile) => pile.rateRuleId === rateRuleId);
    for (const { month, cpCodes } of monthsOf(pilesOfRule, instants)) {
      const rateMonth = months.find((candidate) => candidate.month === month);
      if (!rateMonth) continue;
      const rates = pileRatesOf(rateMonth);
      required.push({ cpCodes, month, rates: typeof rates === 'string' ? rates : { cmd: 'setRateRule', rateRuleNo, month, ...rates } });
    }
  }
  return required;
};

/** The months in which some piles are at any of these instants, with those piles. */
const monthsOf = (
  piles: readonly RatedPile[],
  instants: readonly number[],
): readonly { readonly month: number; readonly cpCodes: readonly string[] }[] =>
  Array.from({ length: 12 }, (_unused, index) => index + 1).flatMap((month) => {
    const pilesInMonth = piles.filter(({ zone }) => instants.some((at) => monthOf(at, zone) === month));
    return pilesInMonth.length === 0 ? [] : [{ month, cpCodes: pilesInMonth.map(({ cpCode }) => cpCode) }];
  });

/** Those of the piles that have not confirmed these rates. */
export const withoutRates = async (tx: Tx, cpCodes: readonly string[], rates: RatesDraft): Promise<readonly string[]> => {
  const { rows } = await sql<{ cpCode: string }>`select c as cp_code from unnest(${cpCodes}::text[]) c
    where not exists (select from pile_rate t where t.cp_code = c and t.month = ${rates.month} and t.content = ${JSON.stringify(rates)}::jsonb)`.execute(
    tx,
  );
  return rows.map(({ cpCode }) => cpCode);
};
