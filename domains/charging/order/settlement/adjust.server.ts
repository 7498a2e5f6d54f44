import { sql } from 'kysely';
import type { FeeAmounts, SettledFact } from '#engines/order/facts.ts';
import { factsOf } from '#engines/order/merge.ts';
import type { Verdict } from '#engines/order/verdict.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { adjustmentLines, payingWallet, orderBooks, ownerOfCode, post, recordConsume, walletBalance } from '#domains/money/server.ts';
import type { Booking, OrderBooks, SettledCell } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { decideOn } from '../lifecycle/decide.server.ts';
import { isPrepaid } from '../lifecycle/order-balance.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { Energies } from '../lifecycle/order-amounts.ts';
import type { LoadedOrder, StoredOrder } from '../lifecycle/stored-order.server.ts';
import { givenCents } from '../../refund-order/goodwill.server.ts';
import { refundedCentsOf } from '../../refund-order/correct-offers.server.ts';
import { refundRefusals } from '../../refund-order/refund-order.labels.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { refuseInvoiced } from '../invoicing/refuse-invoiced.server.ts';
import { wakePrepaidOf } from '../../prepaid-order/wake-payment.server.ts';
import { computeBill } from './compute-bill.server.ts';
import { adjustOffers } from './order-offers.server.ts';
import { adjustPoints } from './order-points.server.ts';
import { billedOf, energiesOf } from './price-usage.rules.ts';
import { cellsOf, consumerOf, settlementAccounts } from './settle.server.ts';

/** What is decided about a difference. */
export interface AdjustmentChoice {
  readonly outcome: 'booked' | 'declined';
  /** The operator who decides; null for the worker, which may only refund. */
  readonly by: string | null;
  readonly reason: string | null;
}

/** The result of the valid end record for a settled order, compared with what is booked. */
export interface DueDifference {
  readonly basis: string;
  readonly settled: SettledFact;
  readonly booked: OrderBooks;
  /** Null if it cannot be calculated. */
  readonly target: Target | null;
  /** Above zero the customer owes more. */
  readonly differenceCents: bigint | null;
}

interface Target {
  readonly amounts: FeeAmounts;
  readonly cells: readonly SettledCell[];
  /** Undefined if the amounts are those that an operator entered. */
  readonly bill: Bill | undefined;
  readonly energies: Energies;
}

/** The difference of a settled order that waits to be booked; null if its record is the one that was booked or decided on. */
export const dueAdjustment = async (tx: Tx, { row }: LoadedOrder, view: OrderView): Promise<DueDifference | null> => {
  const { adjustDueBasis: basis, settled } = view;
  if (basis === null || settled === null) return null;
  const booked = await orderBooks(tx, row);
  const target = await targetOf(tx, row, view);
  return { basis, settled, booked, target, differenceCents: target && target.amounts.totalCents - booked.billedCents };
};

const targetOf = async (tx: Tx, row: StoredOrder, view: OrderView): Promise<Target | null> => {
  const { settled, adjustDueBasis } = view;
  const computed = await computeBill(tx, row, view);
  const energies = energiesOf(view, computed);
  // The record counts again that an operator had settled with amounts of his own: those are its bill.
  if (settled?.method === 'manual' && settled.basis === adjustDueBasis)
    return { amounts: settled, cells: cellsOf(settled), bill: undefined, energies };
  return computed && { amounts: billedOf(computed).amounts, cells: computed.bill.cells, bill: computed.bill, energies };
};

/**
 * Decides on the difference that a late or adopted record makes: the new bill minus all that is booked for the order, cell by cell. A difference in
 * the customer's favour is booked by the worker at once; otherwise an operator books or declines it. A refusal leaves everything as it was.
 */
export const adjustOrder = async (work: OrderWork, order: LoadedOrder, { outcome, by, reason }: AdjustmentChoice): Promise<Verdict> => {
  const due = await dueAdjustment(work.tx, order, project(order.facts));
  // What was given back as goodwill is not given back again: then nothing is due to the customer, and an operator declines the difference.
  const isGivenBack = due?.target != null && due.target.amounts.totalCents < (await givenCents(work.tx, order.row));
  const differenceCents = isGivenBack ? 0n : (due?.differenceCents ?? null);
  const event = { kind: 'adjusted', basis: due?.basis ?? '', differenceCents, outcome, by, reason } as const;
  const nth = factsOf(order.facts, 'adjusted').length + 1;
  const { verdict } = await decideOn(work, order, {
    event,
    book: async () => {
      if (outcome !== 'booked' || !due?.target) return undefined;
      if (isGivenBack) return throwRefusal(refundRefusals, 'refund.coversAdjustment');
      // What an invoice says was paid is not given back before the red one.
      if (differenceCents !== null && differenceCents < 0n) await refuseInvoiced(work.tx, order.row);
      const { target, settled } = due;
      const shortfallCents = await book(work, order.row, { due, target, nth });
      await adjustOffers(work, { orderId: order.row.orderId, bill: target.bill, energyDwh: target.energies.total });
      await adjustPoints(work, {
        row: order.row,
        bill: target.bill,
        paidCents: target.amounts.totalCents,
        energyDwh: target.energies.total,
        refundedCents: await refundedCentsOf(work.tx, order.row.orderId),
      });
      return { ...target, method: settled.method, shortfallCents };
    },
  });
  return verdict;
};

interface AdjustmentInput {
  readonly due: DueDifference;
  readonly target: Target;
  /** The number of this decision among the order's adjustments. */
  readonly nth: number;
}

/** Books the difference on the account the party draws on now. Returns what of the whole order the wallet could not pay. */
const book = async (work: OrderWork, row: StoredOrder, { due: { booked }, target, nth }: AdjustmentInput): Promise<bigint> => {
  // Without a payer only an order that costs nothing gets here.
  if (row.walletOwner === null) return 0n;
  const { tx, actor } = work;
  const { tenantId, currency, walletOwner } = row;
  const owner = await payingWallet(tx, { tenantId, walletOwner });
  const accounts = await settlementAccounts(tx, row, owner);
  // Nobody recharges a prepayment, so what it owes is what this order left.
  const { owedCents } = isPrepaid(owner) ? booked : await walletBalance(tx, { tenantId, currency, owner: ownerOfCode(owner) });
  // A recharge may have paid the debt since.
  const debtCents = owedCents < booked.owedCents ? owedCents : booked.owedCents;
  const { lines, debtPaidCents } = adjustmentLines({ cells: target.cells, booked: booked.parts, accounts, debtCents });
  if (lines.length === 0) return booked.owedCents;
  const { payer, receivable } = accounts;
  const booking = await post(
    tx,
    { tenantId: BigInt(tenantId), currency, actor },
    { kind: 'adjust', source: { type: 'order', id: `${row.orderNo}:${nth}` }, lines, orderId: BigInt(row.orderId), payer, receivable },
  );
  await record(work, row, { booked, target, booking, wallet: payer, debtPaidCents });
  if (isPrepaid(owner)) await wakePrepaidOf(tx, row.orderId, work.nowMs);
  return booked.owedCents + booking.shortfallCents - debtPaidCents;
};

interface AdjustmentRecord {
  readonly booked: OrderBooks;
  readonly target: Target;
  readonly booking: Booking;
  readonly wallet: bigint;
  readonly debtPaidCents: bigint;
}

/** The customer's own record shows the correction as a line of its own; all lines of an order add up to its row. */
const record = async (
  { tx, nowMs, actor }: OrderWork,
  row: StoredOrder,
  { booked, target, booking, wallet, debtPaidCents }: AdjustmentRecord,
): Promise<void> => {
  const party = await consumerOf(tx, row);
  if (!party) return;
  const dueCents = target.amounts.totalCents - booked.billedCents;
  const listCents = listPrice(target) - booked.parts.reduce((sum, { cents }) => sum + cents, 0n);
  const isRefund = dueCents < 0n;
  await recordConsume(tx, {
    order: { ...row, chargingOrderId: row.orderId, chargingOrderNo: row.orderNo },
    party,
    booking,
    wallet,
    orderCents: isRefund ? -listCents : listCents,
    billingCents: isRefund ? -dueCents : dueCents,
    debtPaidCents,
    energy: await energyDifference(tx, row, target.energies),
    isRefund,
    at: new Date(nowMs),
    actor,
  });
};

const listPrice = ({ bill, amounts }: Target): bigint => bill?.orderAmountCents ?? amounts.totalCents;

/** How much more or less energy the bill has than the order's row, which still says what was booked. */
const energyDifference = async (tx: Tx, row: StoredOrder, { total, tip, peak, flat, valley }: Energies): Promise<Omit<Energies, 'slots'>> => {
  const { rows } = await sql<Omit<Energies, 'slots'>>`select ${total} - charging_elec as total, ${tip} - charging_elec_tip as tip,
    ${peak} - charging_elec_peak as peak, ${flat} - charging_elec_flat as flat, ${valley} - charging_elec_valley as valley
    from charging_order where charging_order_id = ${row.orderId}`.execute(tx);
  const [difference] = rows;
  if (!difference) throw new Error(`order ${row.orderNo} has gone`);
  return difference;
};
