import type { BillLine } from './payment.ts';

/**
 * The comparison of our payments and refunds with the provider's bill of a day. Both sides are matched by our own numbers, which the provider repeats.
 * A line is matched on whatever day it stands, because the two clocks may see a payment near midnight on different days.
 */

export type EntryKind = BillLine['kind'];

/** Something that we have booked, or know of. */
export interface OwnEntry {
  readonly kind: EntryKind;
  /** Our number of the payment, or of the refund. */
  readonly entryNo: string;
  readonly amountCents: bigint;
  /**
   * `booked`: the money moved in our books. `underway`: a refund of which the provider may already know that it succeeds. `open`: a payment that the
   * provider may still be asked about. `none`: the money did not move in our books and will not by itself.
   */
  readonly state: 'booked' | 'underway' | 'open' | 'none';
}

/** A line of the bill as far as it is compared. */
export interface BillEntry {
  readonly kind: EntryKind;
  readonly entryNo: string;
  readonly amountCents: bigint;
  /** An earlier line, of this day or of another, has the same number. */
  readonly isCopy: boolean;
}

/** `oursOnly`: booked here, absent from the bill. `theirsOnly`: in the bill, not booked here. `doubled`: in the bill more than once. */
export type DifferenceKind = 'oursOnly' | 'theirsOnly' | 'amount' | 'doubled';

export interface BillDifference {
  readonly is: DifferenceKind;
  readonly kind: EntryKind;
  readonly entryNo: string;
  /** Null where one side does not have it. */
  readonly ownCents: bigint | null;
  readonly billCents: bigint | null;
  /** What the provider has more of our money than our books say; negative where it has less. */
  readonly differenceCents: bigint;
  /** The next day's bill may still explain it. */
  readonly waits: boolean;
}

/** What money of the account a payment or a refund moves: a refund takes it away. */
const signed = (kind: EntryKind, amountCents: bigint): bigint => (kind === 'payment' ? amountCents : -amountCents);

const differenceOf = (
  { kind, entryNo }: Pick<OwnEntry, 'kind' | 'entryNo'>,
  found: Pick<BillDifference, 'is' | 'ownCents' | 'billCents'> & { readonly waits?: boolean },
): BillDifference => ({
  kind,
  entryNo,
  waits: false,
  ...found,
  differenceCents: signed(kind, (found.billCents ?? 0n) - (found.is === 'doubled' ? 0n : (found.ownCents ?? 0n))),
});

/** Judges one line; undefined: it is matched. `own` is what we know under its number. */
export const judgeLine = (line: BillEntry, own: OwnEntry | undefined): BillDifference | undefined => {
  const isOurs = own !== undefined && (own.state === 'booked' || own.state === 'underway');
  const [ownCents, billCents] = [isOurs ? own.amountCents : null, line.amountCents];
  if (line.isCopy) return differenceOf(line, { is: 'doubled', ownCents, billCents });
  if (ownCents === null) return differenceOf(line, { is: 'theirsOnly', ownCents, billCents });
  return ownCents === billCents ? undefined : differenceOf(line, { is: 'amount', ownCents, billCents });
};

/** What is booked so near to the end of a day may stand in the next day's bill. */
const BORDER_MS = 3_600_000;

/** Judges a booked entry that stands in no bill. */
export const judgeMissing = (
  own: Pick<OwnEntry, 'kind' | 'entryNo' | 'amountCents'> & { readonly atMs: number },
  { dayEndMs, nextIsHere }: { readonly dayEndMs: number; readonly nextIsHere: boolean },
): BillDifference =>
  differenceOf(own, { is: 'oursOnly', ownCents: own.amountCents, billCents: null, waits: !nextIsHere && own.atMs >= dayEndMs - BORDER_MS });

/** The sums of a day: what the bill says, what of it is ours, and what is not explained. Fees are the provider's; refunds may give them back. */
export interface DaySums {
  readonly paymentCount: number;
  readonly paymentCents: bigint;
  readonly refundCount: number;
  readonly refundCents: bigint;
  readonly feeCents: bigint;
  readonly ownPaymentCents: bigint;
  readonly ownRefundCents: bigint;
  readonly matchedCount: number;
}

export const noSums: DaySums = {
  paymentCount: 0,
  paymentCents: 0n,
  refundCount: 0,
  refundCents: 0n,
  feeCents: 0n,
  ownPaymentCents: 0n,
  ownRefundCents: 0n,
  matchedCount: 0,
};

/** Adds one line of the bill, and our side of it. */
export const addLine = (sums: DaySums, line: BillEntry & { readonly feeCents: bigint }, difference: BillDifference | undefined): DaySums => {
  const own = difference === undefined ? line.amountCents : difference.is === 'doubled' ? 0n : (difference.ownCents ?? 0n);
  const isPayment = line.kind === 'payment';
  return {
    ...sums,
    ...(isPayment
      ? {
          paymentCount: sums.paymentCount + 1,
          paymentCents: sums.paymentCents + line.amountCents,
          ownPaymentCents: sums.ownPaymentCents + own,
        }
      : { refundCount: sums.refundCount + 1, refundCents: sums.refundCents + line.amountCents, ownRefundCents: sums.ownRefundCents + own }),
    feeCents: sums.feeCents + line.feeCents,
    matchedCount: sums.matchedCount + (difference === undefined ? 1 : 0),
  };
};

/** Adds what we have booked and the bill does not have. */
export const addMissing = (sums: DaySums, { kind, ownCents }: Pick<BillDifference, 'kind' | 'ownCents'>): DaySums =>
  kind === 'payment'
    ? { ...sums, ownPaymentCents: sums.ownPaymentCents + (ownCents ?? 0n) }
    : { ...sums, ownRefundCents: sums.ownRefundCents + (ownCents ?? 0n) };

/**
 * What a person may do about a difference. `ask`: the provider is asked again, and its answer may settle it. `book`: the books follow the provider.
 * `giveBack`: it is booked, and goes back to its payer.
 */
type Mend = 'ask' | 'book' | 'accept' | 'giveBack';

/** A line that stands twice is no money that moved twice, so asking says nothing new about it. */
export const mendsOf = (is: DifferenceKind, kind: EntryKind): readonly Mend[] => {
  if (is === 'doubled') return ['book', 'accept'];
  return is === 'theirsOnly' && kind === 'payment' ? ['ask', 'book', 'accept', 'giveBack'] : ['ask', 'book', 'accept'];
};

/** The number of the n-th refund of a payment that is no order's. */
export const giveBackNoOf = (payNo: string, nth: number): string => `${payNo}U${nth}`;
