import type { CodeValue } from '#kit/fields/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { journalKind } from '../wallet/wallet.codes.ts';

/** Minor units. closing = opening + recharge - consume + refund + correction. */
export interface StatementSums {
  readonly openingCents: bigint;
  readonly rechargeCents: bigint;
  readonly consumeCents: bigint;
  readonly refundCents: bigint;
  readonly correctionCents: bigint;
  readonly closingCents: bigint;
  /** The part of the closing balance that is owed. */
  readonly owedCents: bigint;
  readonly orderCount: number;
  /** 0.1 Wh. */
  readonly energy: bigint;
}

type StatementPart = 'recharge' | 'consume' | 'refund' | 'correction';
type JournalKind = CodeValue<typeof journalKind>;
const kinds = valuesOf(journalKind);

/** The part of a statement to which each kind of booking belongs. */
const parts: Readonly<Record<JournalKind, StatementPart>> = {
  [kinds.recharge]: 'recharge',
  [kinds.settle]: 'consume',
  [kinds.reservationFee]: 'consume',
  [kinds.refundToBalance]: 'refund',
  [kinds.reverse]: 'correction',
  [kinds.adjust]: 'correction',
  [kinds.writeOff]: 'correction',
  [kinds.opening]: 'correction',
  [kinds.move]: 'correction',
  [kinds.prepay]: 'correction',
  [kinds.refundRequest]: 'correction',
  [kinds.refundDone]: 'correction',
  [kinds.refundFailed]: 'correction',
  [kinds.billDifference]: 'correction',
  [kinds.billGivenBack]: 'correction',
  [kinds.couponGivenBack]: 'correction',
  [kinds.points]: 'correction',
  [kinds.pointsGivenBack]: 'correction',
  [kinds.cardSold]: 'consume',
  [kinds.cardRefunded]: 'refund',
  [kinds.cardEarned]: 'correction',
  [kinds.cardGivenBack]: 'correction',
};

const isKnown = (kind: string): kind is JournalKind => Object.hasOwn(parts, kind);

/** A kind that this program does not know is a correction. */
export const partOf = (kind: string): StatementPart => (isKnown(kind) ? parts[kind] : 'correction');

/** A booking that changed the accounts of the customer, its cards and its cars together, or an order that cost nothing. */
export interface StatementBooking {
  readonly journalId: bigint;
  readonly kind: string;
  readonly postedAt: Date;
  /** Wallets less debts, in minor units. */
  readonly changeCents: bigint;
  /** Of a recharge or an order; null for other bookings. */
  readonly mainPartType: number | null;
  readonly mainPartNo: string | null;
  readonly chargingOrderNo: string | null;
  readonly stationName: string | null;
  readonly cpCode: string | null;
  readonly gunNumber: number | null;
  /** The list price of an order. */
  readonly orderCents: bigint | null;
  /** 0.1 Wh. */
  readonly energy: bigint | null;
  /** The card or car belonged to another customer then, who alone may see the order. */
  readonly isOfOther: boolean;
}

/** The sums of a month, from its bookings and what the accounts had at its end. */
export const sumStatement = (
  bookings: readonly Pick<StatementBooking, 'kind' | 'changeCents' | 'energy'>[],
  { closingCents, owedCents }: { readonly closingCents: bigint; readonly owedCents: bigint },
): StatementSums => {
  const sumOf = (part: StatementPart) => bookings.reduce((sum, { kind, changeCents }) => (partOf(kind) === part ? sum + changeCents : sum), 0n);
  const all = bookings.reduce((sum, { changeCents }) => sum + changeCents, 0n);
  const consumed = sumOf('consume');
  return {
    openingCents: closingCents - all,
    rechargeCents: sumOf('recharge'),
    consumeCents: consumed === 0n ? 0n : -consumed,
    refundCents: sumOf('refund'),
    correctionCents: sumOf('correction'),
    closingCents,
    owedCents,
    orderCount: bookings.filter(({ kind }) => kind === kinds.settle).length,
    energy: bookings.reduce((sum, { kind, energy }) => (kind === kinds.settle ? sum + (energy ?? 0n) : sum), 0n),
  };
};
