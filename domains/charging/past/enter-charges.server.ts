import { randomBytes } from 'node:crypto';
import { mayChargeAt } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { accounts, enterRecharge, openAccounts, recordConsumes, settleAll, settlementLines, spendableOf } from '#domains/money/server.ts';
import type { Booking, SettledConsumption } from '#domains/money/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { sha256 } from '#kit/server/security/sha256.ts';
import { enterOrders } from '../order/lifecycle/enter-orders.server.ts';
import type { SettledOrder } from '../order/lifecycle/enter-orders.server.ts';
import { payerAccount, walletName } from '../order/lifecycle/order-balance.server.ts';
import { energiesOf } from '../order/settlement/price-usage.rules.ts';
import { NOTHING_BILLED } from '../order/settlement/settle.server.ts';
import { newOrderNo } from '../order/start/open-order.server.ts';
import type { FinishedCharge } from './finished-charge.ts';
import { judgeCharge, overAtMs } from './judge-charge.rules.ts';
import type { JudgedCharge, RefusedCharge } from './judge-charge.rules.ts';

export interface NumberedCharge {
  readonly charge: FinishedCharge;
  /** From `reserveOrderIds`. */
  readonly orderId: bigint;
}

/** Charges of one tenant in one currency, oldest first. */
export interface ChargesToEnter {
  readonly charges: readonly NumberedCharge[];
  /** The frozen prices of a charge. */
  readonly tariffOf: (charge: FinishedCharge) => Promise<string | undefined>;
  readonly rechargeOf: (party: Party) => RechargeTerms;
  readonly actor: string;
}

export interface RechargeTerms {
  /** A wallet is filled before a charge after which it would hold less than this. */
  readonly leastCents: bigint;
  readonly amountCents: bigint;
  readonly payMethod: 0 | 1 | 2 | 3;
}

interface EnteredCharge {
  readonly charge: FinishedCharge;
  readonly orderId: string;
  readonly billedCents: bigint;
  readonly settledAtMs: number;
}

export interface EnteredCharges {
  readonly orders: readonly EnteredCharge[];
  readonly refused: readonly RefusedCharge[];
}

interface EnteredOrder extends JudgedCharge {
  readonly charge: FinishedCharge;
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly snapshotId: string | undefined;
}

interface BookedOrder extends EnteredOrder {
  readonly booking: Booking;
  /** What the wallet held before and after. */
  readonly balance: { readonly before: bigint; readonly after: bigint };
}

interface PlannedRecharge extends Pick<RechargeTerms, 'amountCents' | 'payMethod'> {
  readonly party: Party;
  readonly at: Date;
}

/**
 * Enters charges that are over, as orders that were judged event by event, settled, booked and recorded, in a few statements for all of them and in the
 * transaction of the caller. The bookings take effect at the time of the settlement. A charge that the rules of orders refuse makes no order.
 */
export const enterCharges = async (tx: Tx, input: ChargesToEnter): Promise<EnteredCharges> => {
  const [first] = input.charges;
  if (!first) return { orders: [], refused: [] };
  const { tenantId, currency } = first.charge.site;
  const parties = [...new Map(input.charges.map(({ charge: { party } }) => [walletName(party), party])).values()];
  const balances = await spendableOf(tx, { tenantId, currency, owners: parties.map(({ wallet }) => wallet) });
  const available = new Map([...balances].map(([name, { availableCents }]): [string, bigint] => [name, availableCents]));
  const { judged, refused, recharges } = await judgeAll(tx, input, available);
  const books = { tenantId: BigInt(tenantId), currency, actor: input.actor };
  const posted = new Map([...balances].map(([name, { postedCents }]): [string, bigint] => [name, postedCents]));
  for (const recharge of recharges) {
    await enterRecharge(tx, books, recharge);
    const name = walletName(recharge.party);
    posted.set(name, (posted.get(name) ?? 0n) + recharge.amountCents);
  }
  const booked = await bookAll(tx, { books, posted, judged });
  await recordConsumes(tx, input.actor, consumptionsOf(booked));
  await enterOrders(tx, booked.map(settledOrderOf));
  return {
    refused,
    orders: booked.map(({ charge, orderId, view }) => ({
      charge,
      orderId: String(orderId),
      settledAtMs: settledAtMs(view),
      billedCents: billedCents({ view }),
    })),
  };
};

const RECHARGE_BEFORE_MS = 300_000;
/** Refusals of a start that a recharge may lift. */
const moneyRefusals: ReadonlySet<string> = new Set(['start.refused', 'money.insufficient']);

const judgeAll = async (tx: Tx, input: ChargesToEnter, available: Map<string, bigint>) => {
  const judged: EnteredOrder[] = [];
  const refused: RefusedCharge[] = [];
  const recharges: PlannedRecharge[] = [];
  const lastStops = new Map<string, number>();
  for (const { charge, orderId } of input.charges) {
    const wallet = walletName(charge.party);
    const gun = `${charge.site.cpCode}/${charge.site.gunNumber}`;
    const snapshotId = await input.tariffOf(charge);
    const orderNo = newOrderNo(charge.requestedAtMs);
    const judge = async () =>
      judgeCharge(charge, {
        orderNo,
        commandId: randomBytes(8).toString('hex'),
        digest: sha256(`${orderNo} ${overAtMs(charge)}`).toString('hex'),
        tariff: snapshotId === undefined ? undefined : await readSnapshot(tx, snapshotId),
        isAdmittedHere: mayChargeAt(charge.party, charge.site),
        availableCents: available.get(wallet) ?? 0n,
        lastStopMeterDwh: lastStops.get(gun) ?? null,
      });
    let verdict = await judge();
    const { leastCents, amountCents, payMethod } = input.rechargeOf(charge.party);
    if (verdict.ok ? (available.get(wallet) ?? 0n) - billedCents(verdict) < leastCents : moneyRefusals.has(verdict.refusal)) {
      recharges.push({ amountCents, payMethod, party: charge.party, at: new Date(charge.requestedAtMs - RECHARGE_BEFORE_MS) });
      available.set(wallet, (available.get(wallet) ?? 0n) + amountCents);
      verdict = await judge();
    }
    if (!verdict.ok) {
      refused.push(verdict);
      continue;
    }
    available.set(wallet, (available.get(wallet) ?? 0n) - billedCents(verdict));
    if (verdict.view.end?.stopMeterDwh) lastStops.set(gun, verdict.view.end.stopMeterDwh);
    judged.push({ ...verdict, charge, orderId, orderNo, snapshotId });
  }
  return { judged, refused, recharges };
};

const billedCents = ({ view }: Pick<JudgedCharge, 'view'>): bigint => view.settled?.totalCents ?? 0n;

interface OrdersToBook {
  readonly books: { readonly tenantId: bigint; readonly currency: string; readonly actor: string };
  /** What the wallets hold before the first of them. */
  readonly posted: ReadonlyMap<string, bigint>;
  readonly judged: readonly EnteredOrder[];
}

/** Books all of them in their order. */
const bookAll = async (tx: Tx, { books, posted, judged }: OrdersToBook): Promise<readonly BookedOrder[]> => {
  if (judged.length === 0) return [];
  const owners = [...new Set(judged.map(({ charge }) => walletName(charge.party)))];
  const stations = [...new Set(judged.map(({ charge }) => charge.site.stationId))];
  const opened = await openAccounts(tx, books, [
    accounts.tariffOffer(),
    accounts.vipOffer(),
    accounts.couponCredit('tenant'),
    accounts.overrun(),
    accounts.cardCredit('tenant'),
    accounts.points('tenant'),
    ...stations.map((station) => accounts.fees(BigInt(station))),
    ...owners.flatMap((owner) => [payerAccount(owner), accounts.receivable(owner)]),
  ]);
  const [tariffOffer = 0n, vipOffer = 0n, couponCredit = 0n, overrun = 0n, cardCredit = 0n, pointCredit = 0n, ...others] = opened;
  const feesOf = new Map(stations.map((station, index) => [station, others[index] ?? 0n]));
  const ofOwners = others.slice(stations.length);
  const walletsOf = new Map(owners.map((owner, index) => [owner, { payer: ofOwners[index * 2] ?? 0n, receivable: ofOwners[index * 2 + 1] ?? 0n }]));
  const settlements = judged.map(({ charge, orderId, computed, view }) => {
    const { payer = 0n, receivable = 0n } = walletsOf.get(walletName(charge.party)) ?? {};
    const fees = feesOf.get(charge.site.stationId) ?? 0n;
    const lines = settlementLines(computed?.bill.cells ?? [], { payer, fees, tariffOffer, vipOffer, couponCredit, overrun, cardCredit, pointCredit });
    return { orderId, payer, receivable, lines, effectiveAt: new Date(settledAtMs(view)) };
  });
  return withBalances(judged, { bookings: await settleAll(tx, books, settlements), posted });
};

/** A booking without a movement leaves the balance as the one before made it. */
const withBalances = (
  judged: readonly EnteredOrder[],
  { bookings, posted }: { readonly bookings: readonly Booking[]; readonly posted: ReadonlyMap<string, bigint> },
): readonly BookedOrder[] => {
  const latest = new Map(posted);
  return judged.map((order, index) => {
    const booking = bookings[index];
    if (!booking) throw new Error(`order ${order.orderNo} has no booking`);
    const wallet = walletName(order.charge.party);
    // The payer's is the only account of a settlement whose balance changes with the booking.
    const [movement] = booking.movements;
    const left = latest.get(wallet) ?? 0n;
    const balance = { before: movement?.beforeCents ?? left, after: movement?.afterCents ?? left };
    latest.set(wallet, balance.after);
    return { ...order, booking, balance };
  });
};

const settledAtMs = ({ settled }: JudgedCharge['view']): number => settled?.atMs ?? 0;

const consumptionsOf = (booked: readonly BookedOrder[]): readonly SettledConsumption[] =>
  booked.map(({ charge, orderId, orderNo, booking, balance, view, computed }) => ({
    order: { ...charge.site, chargingOrderId: String(orderId), chargingOrderNo: orderNo },
    party: payerOf(charge.party),
    booking,
    balance,
    orderCents: computed?.bill.orderAmountCents ?? 0n,
    billingCents: view.settled?.totalCents ?? 0n,
    energy: energiesOf(view, computed),
    at: new Date(settledAtMs(view)),
  }));

const payerOf = ({ mainPartType, mainPartId, custId, custName, userName, userMobile, icCardId, icCardNo, carVin, carNum }: Party) => ({
  mainPartType,
  mainPartId,
  custId,
  custName,
  userName,
  userMobile,
  icCardId,
  icCardNo,
  carVin,
  carNum,
});

const settledOrderOf = ({ charge, orderId, orderNo, snapshotId, facts, view, computed, booking, endRecord }: BookedOrder): SettledOrder => ({
  orderId: String(orderId),
  orderNo,
  site: charge.site,
  party: charge.party,
  tariffSnapshotId: snapshotId ?? null,
  facts,
  view,
  amounts: {
    amounts: view.settled ?? NOTHING_BILLED.amounts,
    bill: computed?.bill,
    energies: energiesOf(view, computed),
    method: 'auto',
    shortfallCents: booking.shortfallCents,
  },
  endRecord,
  settledAtMs: settledAtMs(view),
});
