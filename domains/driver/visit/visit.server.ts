import { sql } from 'kysely';
import { walletBalance } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { eventStream } from '#kit/server/http/event-stream.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { gunFactsOf, readSite, siteOfLabel } from '../site/driver-site.server.ts';
import { openOrderOf } from '../driver-order/driver-order-row.server.ts';
import { phoneUserOf } from '../phone-session/phone-token.server.ts';
import type { PhoneUser } from '../phone-session/phone-token.server.ts';
import { visitApi, visitChannel } from './visit.ts';
import type { DriverVisit, DriverVisitEvent } from './visit.ts';
import { findVisit, makeVisit, requireVisit, setVisitCookie, takeStream } from './visit-token.server.ts';
import type { KnownVisit } from './visit-token.server.ts';

/** A gun is looked at so often while a page shows it. */
const LOOK_MS = 2_000;

export const visitRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(visitApi, {
    begin: (_ctx, input, extras) => begin(deps, input, extras),
    events: async (_ctx, _input, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      const leave = takeStream(deps, visit, extras);
      return eventStream({ read: () => readEvents(deps, visit), bounds: deps.streams, leave });
    },
  });

interface Scan {
  readonly label: string;
  readonly gun: number;
  readonly channel: string;
}

const begin = async (deps: DriverDeps, { label, gun, channel }: Scan, extras: Extras): Promise<DriverVisit> => {
  const known = await findVisit(deps, extras, { isPress: true });
  const user = await phoneUserOf(deps, extras, { isPress: true });
  const now = deps.clock();
  return inSystem(deps.database, async (tx) => {
    const site = await siteOfLabel(tx, deps.secrets, { label, gun, now });
    const { tenantId, cpCode, gunNumber } = site;
    const walletCents = user?.tenantId === tenantId ? await availableIn(tx, user) : null;
    // A visit stays with its tenant, because its orders do.
    if (known?.tenantId === tenantId) {
      await sql`update driver_visit set cp_code = ${cpCode}, gun_number = ${gunNumber} where visit_id = ${known.visitId}`.execute(tx);
      const orderNo = await openOrderOf(tx, { visitId: known.visitId, cpCode, gunNumber, now });
      return { visit: null, expiresAt: new Date(known.expiresMs).toISOString(), proof: 'static' as const, orderNo, walletCents };
    }
    const { token, expiresAt } = await makeVisit(tx, { tenantId, cpCode, gunNumber, channel, address: extras.client.ip, now });
    const isMini = channel === visitChannel.items.mini.value;
    if (!isMini) setVisitCookie(extras, token);
    return { visit: isMini ? token : null, expiresAt: expiresAt.toISOString(), proof: 'static' as const, orderNo: null, walletCents };
  });
};

const availableIn = async (tx: Tx, { tenantId, custId, currency }: PhoneUser): Promise<number> =>
  Number((await walletBalance(tx, { tenantId, currency, owner: { ownerType: 'customer', ownerId: custId } })).availableCents);

const readEvents = async (deps: DriverDeps, { visitId, cpCode, gunNumber, expiresMs }: KnownVisit) => {
  const now = deps.clock();
  if (now.getTime() >= expiresMs) return null;
  return inSystem(deps.database, async (tx) => {
    const site = (await readSite(tx, { cpCode, gunNumber, now })) ?? throwRefusal(driverRefusals, 'driver.labelInvalid', {}, { status: 404 });
    const { use, isLeased } = await gunFactsOf(tx, site, { visitId, now });
    const { isPlugged } = site;
    const asOf = now.toISOString();
    const gun: DriverVisitEvent = { event: 'gun', data: { use, isPlugged, asOf } };
    const lease: DriverVisitEvent = { event: 'lease', data: { isLeased, asOf } };
    return {
      events: [
        { ...gun, sameAs: `${use} ${isPlugged}` },
        { ...lease, sameAs: String(isLeased) },
      ],
      againMs: LOOK_MS,
    };
  });
};
