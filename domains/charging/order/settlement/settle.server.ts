import { sql } from 'kysely';
import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { accounts, successorWallet, openAccounts, moveToPool, recordConsume, settle, settlementLines } from '#domains/money/server.ts';
import type { Booking, ConsumeParty, SettledCell } from '#domains/money/server.ts';
import { pointsOfOrder } from '#domains/marketing/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import type { OrderDecision } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { Energies } from '../lifecycle/order-amounts.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';
import { computeBill } from './compute-bill.server.ts';
import { bookOccupancy } from './occupancy.server.ts';
import { offersOfOrder, settleOffers } from './order-offers.server.ts';
import { settlePoints } from './order-points.server.ts';
import { billedOf, energiesOf } from './price-usage.rules.ts';
import type { ComputedBill } from './price-usage.rules.ts';
import { mainPartType } from '#engines/order/codes.ts';
import { isPrepaid, payerAccount } from '../lifecycle/order-balance.server.ts';

/** Settles an ended order by its frozen tariff, or opens the flag that says why not, in one transaction: facts, books and consume record. */
export const settleOrder = async (work: OrderWork, order: LoadedOrder): Promise<Verdict> => {
  const before = project(order.facts);
  const computed = await computeBill(work.tx, order.row, before);
  // If nothing was delivered and nothing is owed, the order needs no tariff.
  const billed = computed ? billedOf(computed) : before.energyDwh === 0 && order.row.tariffSnapshotId === null ? NOTHING_BILLED : null;
  const book = bookingOf(work, order, { computed, bill: computed?.bill });
  return (await decideOn(work, order, { event: { kind: 'settle', billed }, book })).verdict;
};

export const NOTHING_BILLED = {
  amounts: { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n },
  grossCents: 0n,
  minorDigits: 2,
} as const;

/** Amounts that an operator entered, with who is responsible for them and why. */
export interface ManualSettlement {
  readonly amounts: FeeAmounts;
  readonly by: string;
  readonly secondBy: string | null;
  readonly reason: string;
}

/** Settles with amounts that an operator entered. The journal key is the same as for an automatic settlement, so that only one can be booked. */
export const settleManually = async (work: OrderWork, order: LoadedOrder, settlement: ManualSettlement): Promise<Verdict> => {
  const computed = await computeBill(work.tx, order.row, project(order.facts));
  const event = { kind: 'manualSettle', ...settlement, recomputedCents: computed?.bill.billingAmountCents ?? null } as const;
  // The amounts are those that the operator entered; the energies are still those that were measured.
  const book = bookingOf(work, order, { computed, bill: undefined });
  return (await decideOn(work, order, { event, book })).verdict;
};

interface SettlementInput {
  readonly computed: ComputedBill | null;
  /** Undefined if the amounts were entered by hand. */
  readonly bill: Bill | undefined;
}

/** Books what the verdict settles; the fee of a reservation comes first, because it is paid out of the same hold. */
const bookingOf =
  (work: OrderWork, { row }: LoadedOrder, { computed, bill }: SettlementInput): NonNullable<OrderDecision['book']> =>
  async ({ verdict, view }) => {
    const effect = verdict.effects.find((candidate) => candidate.do === 'bookSettlement');
    if (!effect) return undefined;
    await bookOccupancy(work.tx, row, work.actor);
    const { amounts, method } = effect;
    const booked = await book(work, row, bill?.cells ?? cellsOf(amounts));
    const energies = energiesOf(view, computed);
    await settleOffers(work, { orderId: row.orderId, bill, energyDwh: energies.total, reason: method === 'manual' ? 'manual' : 'notStarted' });
    await settlePoints(work, { row, bill, paidCents: amounts.totalCents, energyDwh: energies.total });
    if (booked) await recordConsumption(work, row, { booked, orderCents: bill?.orderAmountCents ?? amounts.totalCents, amounts, energies });
    return { amounts, bill, energies, method, shortfallCents: booked?.booking.shortfallCents ?? 0n };
  };

/** Amounts entered by hand have no stages. */
export const cellsOf = (amounts: FeeAmounts): readonly SettledCell[] =>
  [amounts.elecCents, amounts.srvCents, amounts.other1Cents, amounts.other2Cents].flatMap((netCents, index) =>
    netCents === 0n ? [] : [{ ...WITHOUT_OFFERS, rateType: index + 1, rateStage: 0, netCents }],
  );

const WITHOUT_OFFERS = {
  tariffOfferCents: 0n,
  vipOfferCents: 0n,
  couponCreditCents: 0n,
  overrunCents: 0n,
  cardCreditCents: 0n,
  pointCreditCents: 0n,
} as const;

interface BookedSettlement {
  readonly booking: Booking;
  readonly wallet: bigint;
}

const book = async ({ tx, actor }: OrderWork, row: StoredOrder, cells: readonly SettledCell[]): Promise<BookedSettlement | undefined> => {
  // Without a payer only an order that costs nothing gets here.
  if (row.walletOwner === null) return undefined;
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const owner = await successorWallet(tx, { tenantId: row.tenantId, walletOwner: row.walletOwner });
  const { payer, receivable, ...credited } = await settlementAccounts(tx, row, owner);
  const booking = await settle(tx, books, { orderId: BigInt(row.orderId), payer, receivable, lines: settlementLines(cells, { payer, ...credited }) });
  if (booking.shortfallCents > 0n) await moveToPool(tx, books, owner);
  return { booking, wallet: payer };
};

/** The accounts of an order's settlement, made when missing. Who bears a coupon or a card is a part of its terms. */
export const settlementAccounts = async (tx: Tx, row: StoredOrder, walletOwner: string) => {
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency };
  const { coupon, card } = await offersOfOrder(tx, row.orderId);
  const opened = await openAccounts(tx, books, [
    payerAccount(walletOwner),
    accounts.receivable(walletOwner),
    accounts.fees(BigInt(row.stationId)),
    accounts.tariffOffer(),
    accounts.vipOffer(),
    accounts.couponCredit(coupon?.terms.funder ?? 'tenant'),
    accounts.overrun(),
    accounts.cardCredit(card?.terms.funder ?? 'tenant'),
    accounts.points((await pointsOfOrder(tx, row.orderId))?.funder ?? 'tenant'),
  ]);
  const [payer = 0n, receivable = 0n, fees = 0n, tariffOffer = 0n, vipOffer = 0n, couponCredit = 0n, overrun = 0n] = opened;
  const [cardCredit = 0n, pointCredit = 0n] = opened.slice(7);
  return { payer, receivable, fees, tariffOffer, vipOffer, couponCredit, overrun, cardCredit, pointCredit };
};

interface ConsumeInput {
  readonly booked: BookedSettlement;
  readonly orderCents: bigint;
  readonly amounts: FeeAmounts;
  readonly energies: Energies;
}

/** Writes the customer's own record, with the balance of the wallet before and after. */
const recordConsumption = async (
  { tx, nowMs, actor }: OrderWork,
  row: StoredOrder,
  { booked, orderCents, amounts, energies }: ConsumeInput,
): Promise<void> => {
  const party = await consumerOf(tx, row);
  if (!party) return;
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking: booked.booking,
    wallet: booked.wallet,
    orderCents,
    billingCents: amounts.totalCents,
    energy: energies,
    at: new Date(nowMs),
    actor,
  });
};

/** Whose consume record it is. A driver who has paid in advance is known by a phone number at most. */
export const consumerOf = async (tx: Tx, row: Pick<StoredOrder, 'orderId' | 'walletOwner'>): Promise<ConsumeParty | undefined> => {
  const party = await frozenPayer(tx, row.orderId);
  if (party || !isPrepaid(row.walletOwner)) return party;
  const { rows } = await sql<{ userMobile: string | null }>`select user_mobile from charging_order where charging_order_id = ${row.orderId}`.execute(
    tx,
  );
  return { ...nobody, userMobile: rows[0]?.userMobile ?? null };
};

const nobody: Omit<ConsumeParty, 'userMobile'> = {
  mainPartType: mainPartType.phoneUser,
  mainPartId: '0',
  custId: null,
  custName: null,
  userName: null,
  icCardId: null,
  icCardNo: null,
  carVin: null,
  carNum: null,
};

/** The payer as stored in the order. */
const frozenPayer = async (tx: Tx, orderId: string): Promise<ConsumeParty | undefined> => {
  const { rows } = await sql<
    Omit<ConsumeParty, 'mainPartId' | 'custId' | 'icCardId'> & { mainPartId: bigint; custId: bigint | null; icCardId: bigint | null }
  >`
    select main_part_type, main_part_id, cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num from charging_order
    where charging_order_id = ${orderId} and main_part_type is not null and main_part_id is not null`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const text = (value: bigint | null): string | null => (value === null ? null : String(value));
  return { ...row, mainPartId: String(row.mainPartId), custId: text(row.custId), icCardId: text(row.icCardId) };
};
