import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import { prepayState } from '#engines/payment/codes.ts';
import {
  askAboutPayment,
  cancelPayment,
  declineRetry,
  orderWork,
  readPaidCharge,
  retryStart,
  stopCharge,
  stopPaidCharge,
} from '#domains/charging/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { eventStream } from '#kit/server/http/event-stream.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { phoneUserOf } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { digestOf, findVisit, makeVisit, requireVisit, setVisitCookie, takeStream } from '../visit/visit-token.server.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { readBill } from './bill.server.ts';
import { doubt, grantAccess, orderOfVisit } from './driver-order-row.server.ts';
import type { AccessRole, DriverOrderRow } from './driver-order-row.server.ts';
import { driverOrderApi } from './driver-order.ts';
import type { DriverOrderMade, DriverOrderView } from './driver-order.ts';
import { paymentOf, readOrderCharge } from './order-charge.server.ts';
import { sendReceipt } from '../receipt/send-receipt.server.ts';
import { changeMarkOf, readOrderView } from './order-view.server.ts';
import { DOUBT_MS, orderCharge, payAgain } from './pay-order.server.ts';
import type { Payer, WantedPayment } from './pay-order.server.ts';

/** While a payment is in doubt, the provider is asked again at this distance. */
const ASK_PAUSE_MS = 4_000;
/** A running order is looked at so often while a page shows it, and one that waits for others more seldom. */
const LOOK_MS = 2_000;
const LOOK_SELDOM_MS = 10_000;
/** How long another way of paying waits until the first payment is closed. */
const CLOSE_WAIT_MS = 3_000;
const CLOSE_LOOK_MS = 200;
const CLOSE_RETRY_S = 2;

/** Another payment has a window of its own, so the gun is taken for two windows at most. */
const PAY_AGAIN_WITHIN_MS = 300_000;

/** A link that may stop the charge is good for a day after the end, one that reads for ninety. */
const CONTROL_MS = 24 * 3_600_000;
const VIEW_MS = 90 * 24 * 3_600_000;

export const driverOrderRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverOrderApi, {
    create: (_ctx, input, extras) =>
      pressed(deps, extras, {
        route: 'create',
        input,
        isAnswer: isMade,
        work: async (visit) => orderCharge(deps, await payerOf(deps, visit, extras), input),
      }),
    pay: (_ctx, { orderNo, ...wanted }, extras) =>
      pressed(deps, extras, {
        route: 'pay',
        input: [orderNo, wanted],
        isAnswer: isMade,
        work: async (visit) => payOtherwise(deps, await payerOf(deps, visit, extras), { orderNo, wanted }),
      }),
    read: async (_ctx, { orderNo }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      return viewOf(deps, visit, orderNo);
    },
    events: async (_ctx, { orderNo }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      await viewOf(deps, visit, orderNo);
      const leave = takeStream(deps, visit, extras);
      return eventStream({ read: () => readEvents(deps, visit, orderNo), bounds: deps.streams, leave });
    },
    returned: (_ctx, { orderNo }, extras) =>
      pressedOn(deps, extras, {
        route: 'returned',
        orderNo,
        change: async (tx, order, now) => {
          await doubt(tx, order.orderNo, new Date(now.getTime() + DOUBT_MS));
          await askAboutPayment(tx, paymentOf(order), { now, pauseMs: 0 });
        },
      }),
    start: (_ctx, { orderNo }, extras) => pressedOn(deps, extras, { route: 'start', orderNo, change: (tx, order) => startAgain(deps, tx, order) }),
    cancel: (_ctx, { orderNo }, extras) => pressedOn(deps, extras, { route: 'cancel', orderNo, change: cancelUnpaid }),
    stop: (_ctx, { orderNo }, extras) =>
      pressedOn(deps, extras, {
        route: 'stop',
        orderNo,
        change: async (tx, order) => {
          const work = orderWork(deps, tx, 'driver');
          const isStopped =
            order.chargingOrderId === null ? await stopPaidCharge(work, paymentOf(order)) : await stopCharge(work, order.chargingOrderId);
          if (!isStopped && !(await hasEnded(tx, order))) throwRefusal(driverRefusals, 'driver.notCharging', {}, { status: 409 });
        },
      }),
    receipt: (ctx, { orderNo, by, to }, extras) =>
      pressed(deps, extras, {
        route: 'receipt',
        input: [orderNo, by, to],
        isAnswer: isSent,
        work: async ({ visitId }) => {
          await sendReceipt(deps, { visitId, orderNo, by, to, language: ctx.viewer.language });
          return { orderNo, by };
        },
      }),
    bill: async (_ctx, { orderNo }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      return inSystem(deps.database, async (tx) => readBill(tx, await orderOfVisit(tx, visit.visitId, orderNo), [...deps.messenger.channels]));
    },
    resume: (_ctx, { orderNo, token }, extras) => resume(deps, extras, { orderNo, token }),
  });

/** The limits of money count a client by its network. */
const payerOf = async (deps: DriverDeps, visit: KnownVisit, extras: Extras): Promise<Payer> => {
  const user = await phoneUserOf(deps, extras, { isPress: true });
  const { ip, addressed: origin } = extras.client;
  return { visit, address: clientNetwork(ip), origin, user: user?.tenantId === visit.tenantId ? user : undefined };
};

const hasText = (stored: unknown, name: string): boolean => typeof stored === 'object' && stored !== null && name in stored;
const isMade = (stored: unknown): stored is DriverOrderMade => hasText(stored, 'clientAction');
const isSent = (stored: unknown): stored is { readonly orderNo: string; readonly by: 'mail' | 'sms' } => hasText(stored, 'by');
const isView = (stored: unknown): stored is DriverOrderView => hasText(stored, 'version');

interface VisitPress<T> {
  readonly route: string;
  readonly input: unknown;
  readonly isAnswer: (stored: unknown) => stored is T;
  readonly work: (visit: KnownVisit) => Promise<T>;
}

const pressed = async <T>(deps: DriverDeps, extras: Extras, { route, input, isAnswer, work }: VisitPress<T>): Promise<T> => {
  const visit = await requireVisit(deps, extras, { isPress: true });
  const actor = `visit:${visit.visitId}`;
  return pressOnce(deps, extras, { actor, tenantId: visit.tenantId, route, input, isAnswer, work: () => work(visit) });
};

const viewOf = (deps: DriverDeps, { visitId }: KnownVisit, orderNo: string): Promise<DriverOrderView> =>
  inSystem(deps.database, async (tx) => {
    const order = await orderOfVisit(tx, visitId, orderNo);
    const now = deps.clock();
    if (order.prePayOrderId !== null && order.doubtUntilMs !== null && order.doubtUntilMs > now.getTime())
      await askAboutPayment(tx, order.prePayOrderId, { now, pauseMs: ASK_PAUSE_MS });
    return readOrderView(tx, order, { visitId, now, registry: deps.database });
  });

const seldomSteps: readonly DriverOrderView['step'][] = ['done', 'closed', 'refunding', 'billed'];

const readEvents = async (deps: DriverDeps, visit: KnownVisit, orderNo: string) => {
  if (deps.clock().getTime() >= visit.expiresMs) return null;
  const view = await viewOf(deps, visit, orderNo);
  return {
    events: [{ event: 'order', data: view, sameAs: changeMarkOf(view) }],
    againMs: seldomSteps.includes(view.step) ? LOOK_SELDOM_MS : LOOK_MS,
  };
};

/** A press that changes an order. */
const pressedOn = (deps: DriverDeps, extras: Extras, { route, ...wanted }: OrderChange & { readonly route: string }): Promise<DriverOrderView> =>
  pressed(deps, extras, { route, input: wanted.orderNo, isAnswer: isView, work: (visit) => changed(deps, visit, wanted) });

interface OrderChange {
  readonly orderNo: string;
  readonly change: (tx: Tx, order: DriverOrderRow, now: Date) => Promise<void>;
}

/** Changes an order that the visit may control, and reads it again. */
const changed = (deps: DriverDeps, { visitId }: KnownVisit, { orderNo, change }: OrderChange): Promise<DriverOrderView> =>
  inSystem(deps.database, async (tx) => {
    const now = deps.clock();
    const order = await controlledOrder(tx, visitId, orderNo);
    await change(tx, order, now);
    const after = await orderOfVisit(tx, visitId, orderNo);
    return readOrderView(tx, after, { visitId, now, registry: deps.database });
  });

const controlledOrder = async (tx: Tx, visitId: string, orderNo: string): Promise<DriverOrderRow> => {
  const order = await orderOfVisit(tx, visitId, orderNo);
  if (order.role !== 'control') throwRefusal(driverRefusals, 'driver.viewOnly', {}, { status: 403 });
  return order;
};

const cancelUnpaid = async (tx: Tx, order: DriverOrderRow, now: Date): Promise<void> => {
  const paid = await readOrderCharge(tx, order);
  if (paid.payState === prepayState.unpaid) await cancelPayment(tx, paymentOf(order), now);
  else if (order.prePayOrderId !== null && (await declineRetry(tx, order.prePayOrderId, now))) return;
  else if (paid.payState !== prepayState.closed) throwRefusal(driverRefusals, 'driver.notCancellable', {}, { status: 409 });
};

/** A refused retry changes nothing, so it may be pressed again. */
const startAgain = async (deps: DriverDeps, tx: Tx, { prePayOrderId }: DriverOrderRow): Promise<void> => {
  const outcome = prePayOrderId === null ? 'notOffered' : await retryStart(orderWork(deps, tx, 'driver'), prePayOrderId);
  if (outcome === 'notOffered') throwRefusal(driverRefusals, 'driver.notRetryable', {}, { status: 409 });
  if (typeof outcome === 'object') throwRefusal(driverRefusals, 'driver.cannotStart', {}, { status: 409 });
};

const hasEnded = async (tx: Tx, order: DriverOrderRow): Promise<boolean> => (await readOrderCharge(tx, order)).charge?.stopMs != null;

/** Closes the first payment, waits until the provider has said that it is closed, and makes another one. */
const payOtherwise = async (
  deps: DriverDeps,
  payer: Payer,
  { orderNo, wanted }: { readonly orderNo: string; readonly wanted: WantedPayment },
): Promise<DriverOrderMade> => {
  const { visitId } = payer.visit;
  const untilMs = performance.now() + CLOSE_WAIT_MS;
  for (;;) {
    const { order, paid } = await inSystem(deps.database, async (tx) => {
      const found = await controlledOrder(tx, visitId, orderNo);
      const now = deps.clock();
      const isInDoubt = found.doubtUntilMs !== null && found.doubtUntilMs > now.getTime();
      const payment = paymentOf(found);
      if (now.getTime() >= found.madeMs + PAY_AGAIN_WITHIN_MS) throwRefusal(driverRefusals, 'driver.windowOver', {}, { status: 409 });
      if (!isInDoubt) await cancelPayment(tx, payment, now);
      return { order: found, paid: await readPaidCharge(tx, payment) };
    });
    if (paid?.payState === prepayState.closed)
      return payAgain(deps, payer, { order, wanted, amountCents: paid.amountCents + paid.couponCreditCents });
    if (paid?.payState !== prepayState.unpaid) throwRefusal(driverRefusals, 'driver.alreadyPaid', {}, { status: 409 });
    if (performance.now() > untilMs)
      throwRefusal(driverRefusals, 'driver.paymentInDoubt', {}, { status: 409, detail: { retryAfter: CLOSE_RETRY_S } });
    await new Promise((done) => setTimeout(done, CLOSE_LOOK_MS));
  }
};

interface LinkColumns {
  readonly driverOrderId: bigint;
  readonly tenantId: bigint;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly controlDigest: string;
  readonly viewDigest: string;
  /** The token is that of a receipt. */
  readonly isOfReceipt: boolean;
  readonly lastTime: Date | null;
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A link opens its order in another browser. A wrong token and an order that does not exist are the same. */
const resume = async (deps: DriverDeps, extras: Extras, { orderNo, token }: { readonly orderNo: string; readonly token: string }) => {
  const known = await findVisit(deps, extras, { isPress: true });
  const now = deps.clock();
  return inSystem(deps.database, async (tx) => {
    const { rows } =
      await sql<LinkColumns>`select o.driver_order_id, o.tenant_id, o.cp_code, o.gun_number, o.control_digest, o.view_digest, coalesce(c.stop_time, p.pay_time, o.made_time) as last_time,
        exists (select from driver_receipt r where r.driver_order_id = o.driver_order_id and r.view_digest = ${digestOf(token)}) as is_of_receipt
      from driver_order o left join prepaid_order p on p.pre_pay_order_id = o.pre_pay_order_id
      left join charging_order c on c.charging_order_id = coalesce(o.charging_order_id, p.charging_order_id)
      where o.order_no = ${orderNo}`.execute(tx);
    const [row] = rows;
    const digest = digestOf(token);
    const role: AccessRole | undefined =
      row && (isSame(row.controlDigest, digest) ? 'control' : isSame(row.viewDigest, digest) || row.isOfReceipt ? 'view' : undefined);
    const ageMs = now.getTime() - (row?.lastTime?.getTime() ?? 0);
    if (!row || role === undefined || ageMs > (role === 'control' ? CONTROL_MS : VIEW_MS))
      return throwRefusal(driverRefusals, 'driver.linkInvalid', {}, { status: 404 });
    const tenantId = String(row.tenantId);
    const { cpCode, gunNumber } = row;
    const isSameTenant = known?.tenantId === tenantId;
    const made = isSameTenant ? undefined : await makeVisit(tx, { tenantId, cpCode, gunNumber, channel: 'web', address: extras.client.ip, now });
    if (made) setVisitCookie(extras, made.token);
    const visitId = made?.visitId ?? known?.visitId ?? '';
    await grantAccess(tx, { visitId, tenantId, driverOrderId: String(row.driverOrderId), role });
    return { orderNo, role, expiresAt: (made?.expiresAt ?? new Date(known?.expiresMs ?? 0)).toISOString() };
  });
};
