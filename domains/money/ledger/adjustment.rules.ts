import type { BookingLine } from './ledger.ts';
import { settlementLines } from './settlement.rules.ts';
import type { SettledCell, SettlementAccounts } from './settlement.rules.ts';

/** The amount booked so far for an order in one cell, between its fees and one kind of account. */
export interface BookedPart {
  readonly rateType: number;
  readonly rateStage: number;
  readonly paidBy: keyof Omit<SettlementAccounts, 'fees'>;
  readonly cents: bigint;
}

export interface AdjustmentInput {
  /** The bill that is to be booked in total. */
  readonly cells: readonly SettledCell[];
  readonly booked: readonly BookedPart[];
  readonly accounts: SettlementAccounts & { readonly receivable: bigint };
  /** The remaining debt of the party for this order. */
  readonly debtCents: bigint;
}

export interface Adjustment {
  readonly lines: readonly BookingLine[];
  /** The part of the refund that pays the debt. */
  readonly debtPaidCents: bigint;
}

/**
 * The lines that turn the booked amounts into the bill, cell by cell and account by account. A refund of one fee pays for an increase of another
 * through the receivable account. This leaves that account unchanged, so that only the net amount reaches the party. A net refund first pays the
 * order's own debt, and the rest goes to the wallet. A net charge is taken from the wallet as far as its balance allows.
 */
export const adjustmentLines = ({ cells, booked, accounts, debtCents }: AdjustmentInput): Adjustment => {
  const changes = differences(settlementLines(cells, accounts), booked, accounts);
  const { payer, receivable, fees } = accounts;
  const offerChanges = changes.filter(({ debit }) => debit !== payer);
  const payerChanges = changes.filter(({ debit }) => debit === payer);
  const increases = payerChanges.filter(({ amountCents }) => amountCents > 0n);
  const decreases = payerChanges.filter(({ amountCents }) => amountCents < 0n).map(negated);
  const offsetCents = minimum(total(increases), total(decreases));
  const debtPaidCents = minimum(total(decreases) - offsetCents, debtCents);
  const [offsetIncreases, dueLines] = splitAt(increases, offsetCents);
  const [offsetDecreases, refundLines] = splitAt(decreases, offsetCents + debtPaidCents);
  return {
    lines: [
      ...offerChanges.map((line) => (line.amountCents > 0n ? line : { ...negated(line), debit: fees, credit: line.debit })),
      ...offsetIncreases.map((line) => ({ ...line, debit: receivable })),
      ...offsetDecreases.map((line) => ({ ...line, debit: fees, credit: receivable })),
      ...refundLines.map((line) => ({ ...line, debit: fees, credit: payer })),
      ...dueLines,
    ],
    debtPaidCents,
  };
};

/** Signed lines from each account to the fees; a positive amount is to be paid. */
const differences = (billLines: readonly BookingLine[], booked: readonly BookedPart[], accounts: SettlementAccounts): readonly BookingLine[] => {
  const cells = new Map<string, BookingLine>();
  const add = (line: BookingLine): void => {
    const key = `${line.debit}:${line.feeType}:${line.stage}`;
    cells.set(key, { ...line, amountCents: line.amountCents + (cells.get(key)?.amountCents ?? 0n) });
  };
  for (const line of billLines) add(line);
  for (const { rateType, rateStage, paidBy, cents } of booked)
    add({ debit: accounts[paidBy], credit: accounts.fees, amountCents: -cents, feeType: rateType, stage: rateStage });
  return [...cells.values()].filter(({ amountCents }) => amountCents !== 0n);
};

const negated = (line: BookingLine): BookingLine => ({ ...line, amountCents: -line.amountCents });
const total = (lines: readonly BookingLine[]): bigint => lines.reduce((sum, { amountCents }) => sum + amountCents, 0n);
const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The first `cents` of the lines, and the rest; a line across the boundary is divided. */
const splitAt = (lines: readonly BookingLine[], cents: bigint): readonly [readonly BookingLine[], readonly BookingLine[]] => {
  const head: BookingLine[] = [];
  const tail: BookingLine[] = [];
  let leftCents = cents;
  for (const line of lines) {
    const takenCents = minimum(line.amountCents, leftCents);
    leftCents -= takenCents;
    if (takenCents > 0n) head.push({ ...line, amountCents: takenCents });
    if (takenCents < line.amountCents) tail.push({ ...line, amountCents: line.amountCents - takenCents });
  }
  return [head, tail];
};
