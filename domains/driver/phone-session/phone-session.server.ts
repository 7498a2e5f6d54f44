import { sql } from 'kysely';
import { customerOfPhone } from '#domains/customer/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { pressKeyOf, pressOnce } from '../press.server.ts';
import { visitChannel } from '../visit/visit.ts';
import { findVisit, requireVisit } from '../visit/visit-token.server.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { otpBudget, provenForm, sendOtp, tryOtp } from './otp.server.ts';
import { maskedPhone } from './phone-number.rules.ts';
import { phoneSessionApi } from './phone-session.ts';
import type { DriverOtpSent, DriverPhoneSession } from './phone-session.ts';
import {
  clearPhoneCookie,
  endPhoneSessions,
  makePhoneSession,
  PHONE_SESSION_MS,
  phoneUserOf,
  requirePhoneUser,
  setPhoneCookie,
} from './phone-token.server.ts';
import { bitsFor, PUZZLE_MS, puzzleOf } from './puzzle.server.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

export const phoneSessionRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(phoneSessionApi, {
    puzzle: async (_ctx, _input, extras) => {
      const { visitId, tenantId } = await requireVisit(deps, extras, { isPress: false });
      const { countries, ...spent } = await inSystem(deps.database, (tx) => otpBudget(tx, deps, tenantId));
      const bits = bitsFor(spent);
      const untilMs = deps.clock().getTime() + PUZZLE_MS;
      return { puzzle: puzzleOf(deps.secrets, { visitId, bits, untilMs }), bits, expiresAt: new Date(untilMs).toISOString(), countries };
    },
    send: async (ctx, input, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: true });
      return pressOnce(deps, extras, {
        actor: `visit:${visit.visitId}`,
        tenantId: visit.tenantId,
        route: 'otp',
        input,
        isAnswer: isSent,
        work: () => inSystem(deps.database, (tx) => sendOtp(tx, deps, { ...input, visit, ip: extras.client.ip, ctx })),
      });
    },
    verify: async (_ctx, input, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: true });
      return signIn(deps, extras, { ...input, visit });
    },
    me: async (_ctx, _input, extras) => {
      const visit = await findVisit(deps, extras, { isPress: false });
      const user = await phoneUserOf(deps, extras, { isPress: false });
      return { phone: user ? maskedPhone(user.phone) : null, hasVisit: visit !== undefined, isOffered: deps.messenger.channels.has('sms') };
    },
    signOut: async (_ctx, { everywhere }, extras) => {
      const user = await requirePhoneUser(deps, extras, { isPress: true });
      const ended = await inSystem(deps.database, (tx) => endPhoneSessions(tx, user, { everywhere: everywhere === 1 }));
      clearPhoneCookie(extras);
      return { ended };
    },
  });

const isSent = (stored: unknown): stored is DriverOtpSent => typeof stored === 'object' && stored !== null && 'resendS' in stored;

const SESSION_PURPOSE = 'driver-phone-session';

interface SignIn {
  readonly visit: KnownVisit;
  readonly phone: string;
  readonly code: string;
}

/**
 * Signs in with a code. The key of the session is computed from the code's row and the press, so that a press whose answer was lost gets the same key
 * again, although only its digest is stored.
 */
const signIn = async (deps: DriverDeps, extras: Extras, { visit, phone: typed, code }: SignIn): Promise<DriverPhoneSession> => {
  const press = sha256(pressKeyOf(extras)).toString('hex');
  const now = deps.clock();
  const { tenantId } = visit;
  const signedIn = await inSystem(deps.database, async (tx) => {
    const { countries } = await otpBudget(tx, deps, tenantId);
    const phone = provenForm(typed, countries);
    const verdict = await tryOtp(tx, deps, { visit, phone, code, press });
    // A wrong try is counted, so nothing is thrown before the commit.
    if (verdict.is === 'wrong') return undefined;
    const token = Buffer.from(deps.secrets.macs(`${verdict.otpId}.${press}`, SESSION_PURPOSE)[0]).toString('base64url');
    const { custId, isClosed } = await customerOfPhone(tx, { tenantId, phone, name: maskedPhone(phone), now });
    if (isClosed) return throwRefusal(driverRefusals, 'driver.accountClosed', {}, { status: 409 });
    if (verdict.is === 'right') await makePhoneSession(tx, { tenantId, custId, phone, token, address: extras.client.ip, now });
    return { token, phone, adoptedOrders: await adoptOrders(tx, { visitId: visit.visitId, custId }) };
  });
  if (!signedIn) return throwRefusal(driverRefusals, 'driver.codeWrong', {}, { status: 409 });
  const { token, phone, adoptedOrders } = signedIn;
  const isMini = visit.channel === visitChannel.items.mini.value;
  if (!isMini) setPhoneCookie(extras, token);
  return {
    session: isMini ? token : null,
    expiresAt: new Date(now.getTime() + PHONE_SESSION_MS).toISOString(),
    phone: maskedPhone(phone),
    adoptedOrders,
  };
};

/** The orders that the visit may control, and that belong to nobody yet, are those of the account from now on. */
const adoptOrders = async (tx: Tx, { visitId, custId }: { readonly visitId: string; readonly custId: string }): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`update driver_order o set cust_id = ${custId}
    from driver_access a where a.driver_order_id = o.driver_order_id and a.visit_id = ${visitId} and a.access_role = 'control' and o.cust_id is null`.execute(
    tx,
  );
  return Number(numAffectedRows);
};
