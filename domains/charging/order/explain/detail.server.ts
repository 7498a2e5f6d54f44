import { sql } from 'kysely';
import { minorDigits } from '#engines/money/currency.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import type { FeeAmounts } from '#engines/order/facts.ts';
import { flagPolicies } from '#engines/order/flags.ts';
import { factsOf, factOf } from '#engines/order/merge.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import { DEVICE_AMOUNT_DIGITS } from '#engines/order/bounds.ts';
import { acceptedRecord } from '#engines/order/view/record.ts';
import { isStale } from '#engines/order/next-tick.ts';
import { strategyType } from '#engines/order/codes.ts';
import { say } from '#kit/fields/words.ts';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import type { OrderActionDeps } from '../actions/order-action.server.ts';
import { dueAdjustment } from '../settlement/adjust.server.ts';
import { readCommands } from './commands.server.ts';
import { readCurve } from './curve.server.ts';
import { gunChargingHeardMs } from '../actions/manual-end.server.ts';
import { tryAction } from '../actions/try-action.rules.ts';
import { chargingOrderApi } from '../order-api.ts';
import { abnormalReason, invoicingStatus, softFlagWords } from '../order.codes.ts';
import { orderActions } from '../order-detail.ts';
import type { Action, DueAdjustment, LiveProgress, OrderDetail, OrderFlag, PendingQuestion } from '../order-detail.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { refundOrderApi } from '../../refund-order/refund-order.ts';
import { chargingOrder } from '../order.ts';
import { energyText, refusalTexts } from '../display-text.rules.ts';
import { openQuestions } from '../actions/second-person.server.ts';
import { situationOf } from '../lifecycle/load-situation.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import type { OrderRow } from '../visible-order.server.ts';
import { textContextOf } from '../visible-order.server.ts';

/** One order as its drawer shows it: its course, the commands sent to the pile, and what the viewer may do with it. */
export const detailHandlers = (deps: OrderActionDeps): Pick<Handlers<typeof chargingOrderApi>, 'detail'> => ({
  detail: async (ctx, { id }) => {
    const row = await ctx.rows(chargingOrder).get(id);
    const order = await readOrder(ctx.db, { orderId: id });
    if (!order) throw new Error(`order ${id} has gone`);
    const nowMs = deps.clock().getTime();
    const view = project(order.facts);
    return {
      chargingOrderId: id,
      chargingOrderNo: row.chargingOrderNo,
      orderState: view.state,
      live: liveOf(order, view, nowMs),
      curve: await readCurve(ctx.db, id, { fromMs: view.start?.startAtMs ?? view.terms.atMs, toMs: view.end?.stopAtMs ?? nowMs }),
      commands: hasPermission(ctx.viewer, chargingOrderApi.orderLog.allow) ? await readCommands(ctx, row.chargingOrderNo) : [],
      flags: flagsOf(ctx, view),
      may: await actionsOf(ctx, { row, order, nowMs }),
      second: await openQuestionOf(ctx, order, view),
      adjustment: await adjustmentOf(ctx, order, { view, bookedEnergy: row.chargingElec }),
      records: recordsOf(order, view),
      untilTime: view.terms.strategy.type === strategyType.byTime ? new Date(view.terms.strategy.untilMs).toISOString() : null,
      heldAmount: await heldOf(ctx, order),
    } satisfies OrderDetail;
  },
});

const liveOf = ({ facts }: LoadedOrder, view: OrderView, nowMs: number): LiveProgress | null => {
  const progress = factOf(facts, 'progress');
  return progress
    ? {
        energy: energyText(view.energyDwh),
        soc: view.soc,
        lastAt: new Date(progress.lastAtMs).toISOString(),
        heardAt: new Date(progress.heardMs).toISOString(),
        isStale: isStale(view, nowMs),
      }
    : null;
};

const flagsOf = (ctx: Context, view: OrderView): readonly OrderFlag[] => [
  ...view.openFlags.map((name) => {
    const item = itemOf(abnormalReason, name);
    return { name, text: item ? ctx.say(item.words) : name, isBlocking: true, isClearable: flagPolicies[name].clearable && view.end !== null };
  }),
  ...view.softFlags.map((name) => ({ name, text: ctx.say(softFlagWords[name]), isBlocking: false, isClearable: false })),
];

const invoice = valuesOf(invoicingStatus);

interface DetailInput {
  readonly row: OrderRow;
  readonly order: LoadedOrder;
  readonly nowMs: number;
}

/** Each action with what prevents it: first a missing permission, then the engine's refusal. */
const actionsOf = async (ctx: Context, { row, order, nowMs }: DetailInput): Promise<readonly Action[]> => {
  const situation = await situationOf(ctx.db, order.row, { nowMs });
  const context = { gunChargingHeardMs: await gunChargingHeardMs(ctx.db, order), hasOpenInvoice: row.invoicingStatus === invoice.requested };
  const textContext = textContextOf(ctx, order.row);
  return orderActions.map((action) => {
    const permission = (action === 'goodwill' ? refundOrderApi.goodwill : chargingOrderApi[action]).allow;
    if (!hasPermission(ctx.viewer, permission)) return { action, permission, because: ctx.say(kitRefusals.forbidden, { permission }) };
    const verdict = tryAction(order.facts, action, { situation, context });
    return {
      action,
      permission,
      because: verdict.ok ? null : say(orderRefusals[verdict.refusal], ctx.viewer.language, refusalTexts(verdict.args, textContext)),
    };
  });
};

const isStillOpen: Readonly<Record<PendingQuestion['verb'], (view: OrderView) => boolean>> = {
  end: ({ end }) => end === null,
  settle: ({ settled }) => settled === null,
  refund: () => true,
};

/** The question that still waits for a second person. A question that the order's course has settled is left out. */
const openQuestionOf = async (ctx: Context, { row }: LoadedOrder, view: OrderView): Promise<PendingQuestion | null> => {
  const open = (await openQuestions(ctx.db, row.orderId)).find(({ verb }) => isStillOpen[verb](view));
  if (!open) return null;
  const { verb, askedBy, askedAt, reason, amounts } = open;
  return {
    verb,
    askedBy,
    reason,
    askedAt: askedAt.toISOString(),
    isMine: askedBy === ctx.viewer.username,
    amounts: amounts && amountTexts(amounts, row.currency),
  };
};

const amountTexts = (amounts: FeeAmounts, currency: string): NonNullable<PendingQuestion['amounts']> => {
  const text = (cents: bigint): string => formatDecimal(cents, minorDigits(currency) ?? 2);
  return {
    elecAmount: text(amounts.elecCents),
    srvAmount: text(amounts.srvCents),
    other1Amount: text(amounts.other1Cents),
    other2Amount: text(amounts.other2Cents),
    orderAmount: text(amounts.totalCents),
  };
};

interface ViewWithEnergy {
  readonly view: OrderView;
  readonly bookedEnergy: bigint;
}

const adjustmentOf = async (ctx: Context, order: LoadedOrder, { view, bookedEnergy }: ViewWithEnergy): Promise<DueAdjustment | null> => {
  const due = await dueAdjustment(ctx.db, order, view);
  if (!due) return null;
  const text = (cents: bigint): string => formatDecimal(cents, minorDigits(order.row.currency) ?? 2);
  return {
    digest: due.basis,
    bookedAmount: text(due.booked.billedCents),
    newAmount: due.target && text(due.target.amounts.totalCents),
    difference: due.differenceCents === null ? null : text(due.differenceCents),
    bookedEnergy: energyText(bookedEnergy),
    newEnergy: energyText(view.energyDwh),
  };
};

const TOTAL = 4;

const recordsOf = ({ facts }: LoadedOrder, view: OrderView): OrderDetail['records'] => {
  const acceptedDigest = acceptedRecord(facts)?.digest;
  const records = factsOf(facts, 'endRecord').filter(({ digest }) => digest === acceptedDigest || view.conflictDigests.includes(digest));
  if (records.length < 2) return [];
  return records.map((record) => ({
    digest: record.digest,
    stopTime: new Date(record.stopAtMs + record.clockShiftMs).toISOString(),
    energy: record.energyDwh === null ? null : energyText(record.energyDwh),
    stopMeter: energyText(record.stopMeterDwh),
    deviceAmount: deviceAmount(record.deviceAmountE4?.[TOTAL]),
    isAdopted: record.digest === acceptedDigest,
  }));
};

/** A pile that calculates no price sends zeros. */
const deviceAmount = (e4: number | undefined): string | null =>
  e4 === undefined || e4 === 0 ? null : formatDecimal(BigInt(e4), DEVICE_AMOUNT_DIGITS);

const heldOf = async (ctx: Context, { row }: LoadedOrder): Promise<string | null> => {
  const { rows } = await sql<{
    amount: bigint;
  }>`select amount from ledger.hold where tenant_id = ${row.tenantId} and order_id = ${row.orderId} and state = 'open'`.execute(ctx.db);
  return rows[0] ? formatDecimal(rows[0].amount, minorDigits(row.currency) ?? 2) : null;
};
