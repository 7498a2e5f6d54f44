import { inSystem } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { grantAccess } from '../driver-order/driver-order-row.server.ts';
import { requirePhoneUser } from '../phone-session/phone-token.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { visitChannel } from '../visit/visit.ts';
import { findVisit, makeVisit, setVisitCookie } from '../visit/visit-token.server.ts';
import { orderOfAccount, readAccountOrders } from './account-orders.server.ts';
import { readAccountWallet } from './account-wallet.server.ts';
import { phoneAccountApi } from './phone-account.ts';
import type { DriverRechargeMade } from './phone-account.ts';
import { readRecharge, recharge, refundFromWallet } from './wallet-money.server.ts';

export const phoneAccountRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(phoneAccountApi, {
    orders: async (_ctx, { page }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      return inSystem(deps.database, (tx) => readAccountOrders(tx, user, page ?? 1));
    },
    open: (_ctx, { orderNo }, extras) => openOrder(deps, extras, orderNo),
    wallet: async (_ctx, { page }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      return inSystem(deps.database, (tx) => readAccountWallet(tx, deps, { user, page: page ?? 1 }));
    },
    recharge: (_ctx, input, extras) =>
      pressed(deps, extras, { route: 'recharge', input, isAnswer: isMade, work: (user) => recharge(deps, { user, client: extras.client }, input) }),
    readRecharge: async (_ctx, { rechargeNo }, extras) => readRecharge(deps, await requirePhoneUser(deps, extras, { isPress: false }), rechargeNo),
    refund: (_ctx, { amountCents }, extras) =>
      pressed(deps, extras, { route: 'refund', input: amountCents, isAnswer: isRefund, work: (user) => refundFromWallet(deps, user, amountCents) }),
  });

const hasText = (stored: unknown, name: string): boolean => typeof stored === 'object' && stored !== null && name in stored;
const isMade = (stored: unknown): stored is DriverRechargeMade => hasText(stored, 'rechargeNo');
const isRefund = (stored: unknown): stored is { readonly refundNos: readonly string[] } => hasText(stored, 'refundNos');

interface PhonePress<T> {
  readonly route: string;
  readonly input: unknown;
  readonly isAnswer: (stored: unknown) => stored is T;
  readonly work: (user: PhoneUser) => Promise<T>;
}

const pressed = async <T>(deps: DriverDeps, extras: Extras, { route, input, isAnswer, work }: PhonePress<T>): Promise<T> => {
  const user = await requirePhoneUser(deps, extras, { isPress: true });
  return pressOnce(deps, extras, { actor: `phone:${user.sessionId}`, tenantId: user.tenantId, route, input, isAnswer, work: () => work(user) });
};

/** The visit of the phone, or a new one, gets the control of the order: it is the driver's own. */
const openOrder = async (deps: DriverDeps, extras: Extras, orderNo: string) => {
  const user = await requirePhoneUser(deps, extras, { isPress: true });
  const known = await findVisit(deps, extras, { isPress: true });
  const { tenantId } = user;
  const now = deps.clock();
  return inSystem(deps.database, async (tx) => {
    const order = await orderOfAccount(tx, user, orderNo);
    const isMini = extras.client.bearer !== undefined;
    const { items } = visitChannel;
    const channel = isMini ? items.mini.value : items.web.value;
    const made = known?.tenantId === tenantId ? undefined : await makeVisit(tx, { ...order, tenantId, channel, address: extras.client.ip, now });
    if (made && !isMini) setVisitCookie(extras, made.token);
    const visitId = made?.visitId ?? known?.visitId ?? '';
    await grantAccess(tx, { visitId, tenantId, driverOrderId: order.driverOrderId, role: 'control' });
    return { orderNo, visit: made && isMini ? made.token : null, expiresAt: (made?.expiresAt ?? new Date(known?.expiresMs ?? 0)).toISOString() };
  });
};
