import type { BookingLine } from './ledger.ts';

/** One fee type in one stage of a bill; its seven parts add up to the list price. */
export interface SettledCell {
  readonly rateType: number;
  readonly rateStage: number;
  readonly netCents: bigint;
  readonly tariffOfferCents: bigint;
  readonly vipOfferCents: bigint;
  readonly couponCreditCents: bigint;
  readonly overrunCents: bigint;
  readonly cardCreditCents: bigint;
  readonly pointCreditCents: bigint;
}

/** The account ids of a settlement. */
export interface SettlementAccounts {
  readonly payer: bigint;
  readonly fees: bigint;
  readonly tariffOffer: bigint;
  readonly vipOffer: bigint;
  readonly couponCredit: bigint;
  readonly overrun: bigint;
  readonly cardCredit: bigint;
  readonly pointCredit: bigint;
}

/**
 * A bill as lines of the ledger: revenue is the list price of every cell. It is paid by the customer, by discounts, and by the operator where the
 * order exceeded its limit. The customer's lines come first. Parts of zero have no line.
 */
export const settlementLines = (cells: readonly SettledCell[], accounts: SettlementAccounts): readonly BookingLine[] => {
  const parts = [
    { debit: accounts.payer, of: (cell: SettledCell) => cell.netCents },
    { debit: accounts.tariffOffer, of: (cell: SettledCell) => cell.tariffOfferCents },
    { debit: accounts.vipOffer, of: (cell: SettledCell) => cell.vipOfferCents },
    { debit: accounts.couponCredit, of: (cell: SettledCell) => cell.couponCreditCents },
    { debit: accounts.overrun, of: (cell: SettledCell) => cell.overrunCents },
    { debit: accounts.cardCredit, of: (cell: SettledCell) => cell.cardCreditCents },
    { debit: accounts.pointCredit, of: (cell: SettledCell) => cell.pointCreditCents },
  ];
  return parts.flatMap(({ debit, of }) =>
    cells
      .filter((cell) => of(cell) !== 0n)
      .map((cell) => ({
        debit,
        credit: accounts.fees,
        amountCents: of(cell),
        feeType: cell.rateType,
        stage: cell.rateStage,
      })),
  );
};
