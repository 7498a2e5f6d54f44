import { sql } from 'kysely';
import { admit } from '#engines/order/admit.ts';
import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { accounts, heirOf, openAccounts, passToPool, recordConsume, settle, settlementLines } from '#domains/money/server.ts';
import type { Booking, ConsumeParty, SettledCell } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { bookOccupancy } from '../../reservation-order/occupancy.server.ts';
import { billedOf, computeBill } from './compute-bill.server.ts';
import type { Computed } from './compute-bill.server.ts';
import { perform } from '../lifecycle/perform-effects.server.ts';
import { saveFacts } from '../lifecycle/save-order.server.ts';
import { situationOf } from '../lifecycle/load-situation.server.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';

export interface Settling {
  readonly nowMs: number;
  readonly actor: string;
  readonly wake: Set<string>;
}

/** Settles an ended order by its frozen tariff, or opens the flag that says why not. One transaction: facts, books, consume record. */
export const settleOrder = async (tx: Tx, order: LoadedOrder, told: Settling): Promise<Verdict> => {
  const before = project(order.facts);
  const computed = await computeBill(tx, order.row, before);
  const situation = await situationOf(tx, order.row, { nowMs: told.nowMs });
  // Nothing was delivered and nothing is owed: such an order needs no tariff.
  const billed = computed ? billedOf(computed) : before.energyDwh === 0 && order.row.tariffSnapshotId === null ? NOTHING : null;
  const verdict = admit(order.facts, { kind: 'settle', billed }, situation);
  return finish(tx, order, { verdict, computed, bill: computed?.bill, told, pile: situation.pile });
};

const NOTHING = {
  amounts: { elecCents: 0n, srvCents: 0n, other1Cents: 0n, other2Cents: 0n, totalCents: 0n },
  grossCents: 0n,
  minorDigits: 2,
} as const;

/** Settles with amounts that an operator typed; the same journal key, so that only one settlement can be. */
export const settleByHand = async (
  tx: Tx,
  order: LoadedOrder,
  told: Settling & { readonly amounts: FeeAmounts; readonly by: string; readonly secondBy: string | null; readonly reason: string },
): Promise<Verdict> => {
  const computed = await computeBill(tx, order.row, project(order.facts));
  const situation = await situationOf(tx, order.row, { nowMs: told.nowMs });
  const { amounts, by, secondBy, reason } = told;
  const verdict = admit(
    order.facts,
    { kind: 'manualSettle', amounts, by, secondBy, reason, recomputedCents: computed?.bill.billingAmountCents ?? null },
    situation,
  );
  // The amounts are what somebody typed; the energies are still those that were measured.
  return finish(tx, order, { verdict, computed, bill: undefined, told, pile: situation.pile });
};

interface Finish {
  readonly verdict: Verdict;
  readonly computed: Computed | null;
  /** Undefined where the amounts were typed. */
  readonly bill: Bill | undefined;
  readonly told: Settling;
  readonly pile: Parameters<typeof saveFacts>[2]['pile'];
}

const finish = async (tx: Tx, order: LoadedOrder, { verdict, computed, bill, told, pile }: Finish): Promise<Verdict> => {
  const booking = verdict.effects.find((effect) => effect.do === 'bookSettlement');
  const { view } = await saveFacts(tx, order, { facts: verdict.facts, pile });
  if (booking) {
    await bookOccupancy(tx, order.row, told.actor);
    const { amounts, method } = booking;
    const booked = await book(tx, order.row, { cells: bill?.cells ?? cellsOf(amounts), actor: told.actor });
    const shortfallCents = booked?.booking.shortfallCents ?? 0n;
    const energies = energiesOf(view, computed);
    await writeAmounts(tx, order.row, { amounts, bill, energies, method, shortfallCents, nowMs: told.nowMs });
    if (booked) await consumed(tx, order.row, { booked, orderCents: bill?.orderAmountCents ?? amounts.totalCents, amounts, energies, told });
  }
  await perform(verdict.effects, { tx, row: order.row, view, nowMs: told.nowMs, actor: told.actor, wake: told.wake });
  return verdict;
};

/** Typed amounts know no stage. */
export const cellsOf = (amounts: FeeAmounts): readonly SettledCell[] =>
  [amounts.elecCents, amounts.srvCents, amounts.other1Cents, amounts.other2Cents].flatMap((netCents, index) =>
    netCents === 0n
      ? []
      : [{ rateType: index + 1, rateStage: 0, netCents, tariffOfferCents: 0n, vipOfferCents: 0n, couponCreditCents: 0n, overrunCents: 0n }],
  );

interface Booked {
  readonly booking: Booking;
  readonly wallet: bigint;
}

const book = async (
  tx: Tx,
  row: StoredOrder,
  { cells, actor }: { readonly cells: readonly SettledCell[]; readonly actor: string },
): Promise<Booked | undefined> => {
  // Without a payer only an order that costs nothing gets here.
  if (row.walletOwner === null) return undefined;
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const owner = await heirOf(tx, { tenantId: row.tenantId, walletOwner: row.walletOwner });
  const { payer, receivable, ...credited } = await settlementAccounts(tx, row, owner);
  const booking = await settle(tx, books, { orderId: BigInt(row.orderId), payer, receivable, lines: settlementLines(cells, { payer, ...credited }) });
  if (booking.shortfallCents > 0n) await passToPool(tx, books, owner);
  return { booking, wallet: payer };
};

/** The accounts of an order's settlement, made when missing. */
export const settlementAccounts = async (tx: Tx, row: StoredOrder, walletOwner: string) => {
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency };
  const [payer = 0n, receivable = 0n, fees = 0n, tariffOffer = 0n, vipOffer = 0n, couponCredit = 0n, overrun = 0n] = await openAccounts(tx, books, [
    accounts.wallet(walletOwner),
    accounts.receivable(walletOwner),
    accounts.fees(BigInt(row.stationId)),
    accounts.tariffOffer(),
    accounts.vipOffer(),
    accounts.couponCredit('tenant'),
    accounts.overrun(),
  ]);
  return { payer, receivable, fees, tariffOffer, vipOffer, couponCredit, overrun };
};

interface Consumed {
  readonly booked: Booked;
  readonly orderCents: bigint;
  readonly amounts: FeeAmounts;
  readonly energies: Energies;
  readonly told: Settling;
}

/** The line of the customer's own record, with what stood in the wallet before and after. */
const consumed = async (tx: Tx, row: StoredOrder, { booked, orderCents, amounts, energies, told }: Consumed): Promise<void> => {
  const party = await frozenPayer(tx, row.orderId);
  if (!party) return;
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking: booked.booking,
    wallet: booked.wallet,
    orderCents,
    billingCents: amounts.totalCents,
    energy: energies,
    at: new Date(told.nowMs),
    actor: told.actor,
  });
};

/** Who pays, as the order froze it. */
export const frozenPayer = async (tx: Tx, orderId: string): Promise<ConsumeParty | undefined> => {
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

/** What was delivered: in all, by stage, and by half hour where that is known. */
export interface Energies extends Readonly<Record<'total' | 'tip' | 'peak' | 'flat' | 'valley', bigint>> {
  readonly slots: readonly bigint[] | null;
}

export const energiesOf = (view: OrderView, computed: Computed | null): Energies => {
  const stage = (rateStage: number): bigint => computed?.bill.stageTotals.find((total) => total.rateStage === rateStage)?.energyDwh ?? 0n;
  return { total: BigInt(view.energyDwh), tip: stage(1), peak: stage(2), flat: stage(3), valley: stage(4), slots: computed?.usage.slotDwh ?? null };
};

interface Written {
  readonly amounts: FeeAmounts;
  /** Undefined where the amounts were typed: they have no stages and no offers. */
  readonly bill: Bill | undefined;
  readonly energies: Energies;
  readonly method: 'auto' | 'manual';
  readonly shortfallCents: bigint;
  readonly nowMs: number;
}

export const writeAmounts = async (tx: Tx, row: StoredOrder, { amounts, bill, energies, method, shortfallCents, nowMs }: Written): Promise<void> => {
  const net = (rateStage: number): bigint => bill?.stageTotals.find((total) => total.rateStage === rateStage)?.netCents ?? 0n;
  const slots =
    energies.slots && Object.fromEntries(energies.slots.map((energy, slot) => [`elec${String(slot + 1).padStart(2, '0')}`, Number(energy)]));
  await sql`update charging_order set settle_method = ${method === 'auto' ? 1 : 2}, billing_time = ${new Date(nowMs)}, elec_amount = ${amounts.elecCents}, srv_amount = ${amounts.srvCents}, other1_amount = ${amounts.other1Cents},
    other2_amount = ${amounts.other2Cents}, billing_amount = ${amounts.totalCents}, order_amount = ${bill?.orderAmountCents ?? amounts.totalCents}, tariff_offer = ${bill?.tariffOfferCents ?? 0n}, vip_offer = ${bill?.vipOfferCents ?? 0n},
    coupon_credit_amount = ${bill?.couponCreditAmountCents ?? 0n}, overrun_amount = ${bill?.overrunCents ?? 0n}, shortfall_amount = ${shortfallCents},
    charging_elec_tip = ${energies.tip}, charging_elec_peak = ${energies.peak}, charging_elec_flat = ${energies.flat}, charging_elec_valley = ${energies.valley},
    tip_amount = ${net(1)}, peak_amount = ${net(2)}, flat_amount = ${net(3)}, valley_amount = ${net(4)},
    charging_elec = ${energies.total}, charging_elec_json = ${slots ? JSON.stringify(slots) : null}::jsonb where charging_order_id = ${row.orderId}`.execute(
    tx,
  );
};
