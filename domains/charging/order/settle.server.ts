import { sql } from 'kysely';
import { admit } from '#engines/order/admit.ts';
import type { FeeAmounts } from '#engines/order/facts.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import { accounts, openAccounts, passToPool, recordConsume, settle, settlementLines } from '#domains/money/server.ts';
import type { Booking, ConsumeParty, SettledCell } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { bookOccupancy } from '../reservation-order/occupancy.server.ts';
import { billedOf, computeBill } from './billing.server.ts';
import type { Computed } from './billing.server.ts';
import { perform } from './perform.server.ts';
import { saveFacts } from './save-order.server.ts';
import { situationOf } from './situation.server.ts';
import type { LoadedOrder, StoredOrder } from './stored-order.server.ts';

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
  return finish(tx, order, { verdict, computed: computed ?? undefined, told, pile: situation.pile });
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
  return finish(tx, order, { verdict, computed: undefined, told, pile: situation.pile });
};

interface Finish {
  readonly verdict: Verdict;
  readonly computed: Computed | undefined;
  readonly told: Settling;
  readonly pile: Parameters<typeof saveFacts>[2]['pile'];
}

const finish = async (tx: Tx, order: LoadedOrder, { verdict, computed, told, pile }: Finish): Promise<Verdict> => {
  const booking = verdict.effects.find((effect) => effect.do === 'bookSettlement');
  const { view } = await saveFacts(tx, order, { facts: verdict.facts, pile });
  if (booking) {
    await bookOccupancy(tx, order.row, told.actor);
    const cells = computed ? computed.bill.cells : cellsOf(booking.amounts);
    const booked = await book(tx, order.row, { cells, actor: told.actor });
    const shortfallCents = booked?.booking.shortfallCents ?? 0n;
    await writeAmounts(tx, order.row, { amounts: booking.amounts, computed, method: booking.method, shortfallCents, nowMs: told.nowMs, view });
    if (booked) await consumed(tx, order.row, { booked, computed, totalCents: booking.amounts.totalCents, view, told });
  }
  await perform(verdict.effects, { tx, row: order.row, view, nowMs: told.nowMs, actor: told.actor, wake: told.wake });
  return verdict;
};

/** Typed amounts know no stage. */
const cellsOf = (amounts: FeeAmounts): readonly SettledCell[] =>
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
  const { payer, receivable, ...credited } = await settlementAccounts(tx, row, row.walletOwner);
  const booking = await settle(tx, books, { orderId: BigInt(row.orderId), payer, receivable, lines: settlementLines(cells, { payer, ...credited }) });
  if (booking.shortfallCents > 0n) await passToPool(tx, books, row.walletOwner);
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
  readonly computed: Computed | undefined;
  readonly totalCents: bigint;
  readonly view: OrderView;
  readonly told: Settling;
}

/** The line of the customer's own record, with what stood in the wallet before and after. */
const consumed = async (tx: Tx, row: StoredOrder, { booked, computed, totalCents, view, told }: Consumed): Promise<void> => {
  const party = await frozenPayer(tx, row.orderId);
  if (!party) return;
  const stage = (rateStage: number): bigint => computed?.bill.stageTotals.find((total) => total.rateStage === rateStage)?.energyDwh ?? 0n;
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking: booked.booking,
    wallet: booked.wallet,
    orderCents: computed?.bill.orderAmountCents ?? totalCents,
    billingCents: totalCents,
    energy: { total: BigInt(view.energyDwh), tip: stage(1), peak: stage(2), flat: stage(3), valley: stage(4) },
    at: new Date(told.nowMs),
    actor: told.actor,
  });
};

/** Who pays, as the order froze it. */
export const frozenPayer = async (tx: Tx, orderId: string): Promise<ConsumeParty | undefined> => {
  const { rows } = await sql<
    Omit<ConsumeParty, 'mainPartId' | 'custId' | 'icCardId'> & { mainPartId: bigint | null; custId: bigint | null; icCardId: bigint | null }
  >`
    select main_part_type, main_part_id, cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num from charging_order where charging_order_id = ${orderId}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row || row.mainPartId === null) return undefined;
  const text = (value: bigint | null): string | null => (value === null ? null : String(value));
  return { ...row, mainPartId: String(row.mainPartId), custId: text(row.custId), icCardId: text(row.icCardId) };
};

interface Written {
  readonly amounts: FeeAmounts;
  readonly computed: Computed | undefined;
  readonly method: 'auto' | 'manual';
  readonly shortfallCents: bigint;
  readonly nowMs: number;
  readonly view: OrderView;
}

export const writeAmounts = async (tx: Tx, row: StoredOrder, { amounts, computed, method, shortfallCents, nowMs, view }: Written): Promise<void> => {
  const made = computed?.bill;
  const stage = (rateStage: number) => made?.stageTotals.find((total) => total.rateStage === rateStage);
  const slots =
    computed && Object.fromEntries(computed.usage.slotDwh.map((energy, slot) => [`elec${String(slot + 1).padStart(2, '0')}`, Number(energy)]));
  await sql`update charging_order set settle_method = ${method === 'auto' ? 1 : 2}, billing_time = ${new Date(nowMs)}, elec_amount = ${amounts.elecCents}, srv_amount = ${amounts.srvCents}, other1_amount = ${amounts.other1Cents},
    other2_amount = ${amounts.other2Cents}, billing_amount = ${amounts.totalCents}, order_amount = ${made?.orderAmountCents ?? amounts.totalCents}, tariff_offer = ${made?.tariffOfferCents ?? 0n}, vip_offer = ${made?.vipOfferCents ?? 0n},
    coupon_credit_amount = ${made?.couponCreditAmountCents ?? 0n}, overrun_amount = ${made?.overrunCents ?? 0n}, shortfall_amount = ${shortfallCents},
    charging_elec_tip = ${stage(1)?.energyDwh ?? 0n}, charging_elec_peak = ${stage(2)?.energyDwh ?? 0n}, charging_elec_flat = ${stage(3)?.energyDwh ?? 0n}, charging_elec_valley = ${stage(4)?.energyDwh ?? 0n},
    tip_amount = ${stage(1)?.netCents ?? 0n}, peak_amount = ${stage(2)?.netCents ?? 0n}, flat_amount = ${stage(3)?.netCents ?? 0n}, valley_amount = ${stage(4)?.netCents ?? 0n},
    charging_elec = ${view.energyDwh}, charging_elec_json = ${slots ? JSON.stringify(slots) : null}::jsonb where charging_order_id = ${row.orderId}`.execute(
    tx,
  );
};
