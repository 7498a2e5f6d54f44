import type { FeeAmounts } from '#engines/order/facts.ts';
import { amountProblem } from '#engines/order/rules/amounts.ts';
import type { AmountProblem } from '#engines/order/rules/amounts.ts';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';

export const feeNames = ['elecAmount', 'srvAmount', 'other1Amount', 'other2Amount'] as const;
export const settlementNames = [...feeNames, 'orderAmount'] as const;
/** Amounts in a form: decimal texts, or nothing yet. */
export type SettlementTexts = Readonly<Record<(typeof settlementNames)[number], string | null | undefined>>;

export interface SettlementBounds {
  /** The amount limit of the strategy. */
  readonly cap: string | null;
  /** What the tariff gives. */
  readonly computed: string | null;
}

/** What the server would answer to these amounts; `incomplete` while one is missing. */
export const settlementProblem = (texts: SettlementTexts, { cap, computed }: SettlementBounds): AmountProblem | 'incomplete' | null => {
  const [elecCents, srvCents, other1Cents, other2Cents, totalCents] = settlementNames.map((name) => centsOf(texts[name]));
  if (elecCents === undefined || srvCents === undefined || other1Cents === undefined || other2Cents === undefined || totalCents === undefined)
    return 'incomplete';
  const amounts: FeeAmounts = { elecCents, srvCents, other1Cents, other2Cents, totalCents };
  return amountProblem(amounts, { capCents: centsOf(cap) ?? null, recomputedCents: centsOf(computed) ?? null, hasSecondPerson: false });
};

/** The sum of the fees that are filled in. */
export const sumOfFees = (texts: SettlementTexts): string =>
  formatScaled(
    feeNames.reduce((sum, name) => sum + (centsOf(texts[name]) ?? 0n), 0n),
    DIGITS,
  );

/** Decimals of an amount in requests and responses. */
const DIGITS = 2;

const centsOf = (text: string | null | undefined): bigint | undefined => {
  const parsed = parseScaled(text ?? '', DIGITS);
  return typeof parsed === 'bigint' ? parsed : undefined;
};

/** The refusals that a second person can lift. */
export const canSecondPersonLift = (refusal: string): boolean => refusal === 'order.secondPersonNeeded' || refusal === 'amount.aboveRecomputed';
