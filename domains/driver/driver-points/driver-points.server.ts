import { pointEntryKind } from '#engines/marketing/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { pointOffer, pointsOfCustomer } from '#domains/marketing/server.ts';
import type { ShownPoints } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { siteOf } from '../driver-order/pay-order.server.ts';
import { phoneUserOf, requirePhoneUser } from '../phone-session/phone-token.server.ts';
import { requireVisit } from '../visit/visit-token.server.ts';
import { driverPointsApi } from './driver-points.ts';
import type { DriverPointEntry, DriverPoints } from './driver-points.ts';

export const driverPointsRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverPointsApi, {
    own: async (_ctx, _input, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: false });
      return { accounts: (await inSystem(deps.database, (tx) => pointsOfCustomer(tx, user, deps.clock()))).map(pointsOf) };
    },
    offer: async (_ctx, { amountCents }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      const user = await phoneUserOf(deps, extras, { isPress: false });
      if (user?.tenantId !== visit.tenantId) return { offer: null };
      const { custId } = user;
      const now = deps.clock();
      return inSystem(deps.database, async (tx) => {
        const offer = await pointOffer(tx, { place: await siteOf(tx, visit, now), custId, capCents: BigInt(amountCents), now });
        if (!offer || offer.points === 0n) return { offer: null };
        const { points, creditCents, sureCents, balance } = offer;
        return { offer: { points: Number(points), creditCents: Number(creditCents), sureCents: Number(sureCents), balance: Number(balance) } };
      });
    },
  });

const KINDS = {
  [pointEntryKind.earned]: 'earned',
  [pointEntryKind.spent]: 'spent',
  [pointEntryKind.expired]: 'expired',
  [pointEntryKind.given]: 'given',
  [pointEntryKind.taken]: 'taken',
  [pointEntryKind.givenBack]: 'givenBack',
  [pointEntryKind.clawedBack]: 'clawedBack',
} as const satisfies Readonly<Record<number, DriverPointEntry['kind']>>;

const pointsOf = ({ programName, agentName, currency, balance, locked, debt, pointCents, ...shown }: ShownPoints): DriverPoints => ({
  programName,
  agentName,
  currency,
  digits: minorDigits(currency) ?? 2,
  balance: Number(balance),
  locked: Number(locked),
  debt: Number(debt),
  waitingPoints: Number(shown.waitingPoints),
  activeAt: shown.activeAt?.toISOString() ?? null,
  worthCents: Number((balance - locked - shown.waitingPoints) * pointCents),
  expiringPoints: Number(shown.expiringPoints),
  expiringAt: shown.expiringAt?.toISOString() ?? null,
  entries: shown.entries.map(({ kind, points, at }) => ({ kind: KINDS[kind], points: Number(points), at: at.toISOString() })),
});
