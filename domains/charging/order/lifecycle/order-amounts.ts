import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Bill } from '#engines/tariff/bill.ts';

/** Delivered energy in 0.1 Wh: in total, by stage, and by half hour where that is known. */
export interface Energies extends Readonly<Record<'total' | 'tip' | 'peak' | 'flat' | 'valley', bigint>> {
  readonly slots: readonly bigint[] | null;
}

/** What a settlement or an adjustment writes into the row of an order. */
export interface OrderAmounts {
  readonly amounts: FeeAmounts;
  /** Undefined where the amounts were entered by hand: those have no stages and no discounts. */
  readonly bill: Bill | undefined;
  readonly energies: Energies;
  readonly method: 'auto' | 'manual';
  readonly shortfallCents: bigint;
}

/** The same as columns of the order's row. */
export const amountColumns = ({ amounts, bill, energies, method, shortfallCents }: OrderAmounts) => {
  const net = (rateStage: number): bigint => bill?.stageTotals.find((total) => total.rateStage === rateStage)?.netCents ?? 0n;
  const slots =
    energies.slots && Object.fromEntries(energies.slots.map((energy, slot) => [`elec${String(slot + 1).padStart(2, '0')}`, Number(energy)]));
  return {
    settleMethod: method === 'auto' ? 1 : 2,
    elecAmount: amounts.elecCents,
    srvAmount: amounts.srvCents,
    other1Amount: amounts.other1Cents,
    other2Amount: amounts.other2Cents,
    billingAmount: amounts.totalCents,
    orderAmount: bill?.orderAmountCents ?? amounts.totalCents,
    tariffOffer: bill?.tariffOfferCents ?? 0n,
    vipOffer: bill?.vipOfferCents ?? 0n,
    couponCreditAmount: bill?.couponCreditAmountCents ?? 0n,
    overrunAmount: bill?.overrunCents ?? 0n,
    cardCreditAmount: bill?.cardCreditCents ?? 0n,
    pointCreditAmount: bill?.pointCreditCents ?? 0n,
    shortfallAmount: shortfallCents,
    chargingElec: energies.total,
    chargingElecTip: energies.tip,
    chargingElecPeak: energies.peak,
    chargingElecFlat: energies.flat,
    chargingElecValley: energies.valley,
    tipAmount: net(1),
    peakAmount: net(2),
    flatAmount: net(3),
    valleyAmount: net(4),
    chargingElecJson: slots ? JSON.stringify(slots) : null,
  };
};
