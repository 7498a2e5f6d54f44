import { sql } from 'kysely';
import { custState } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Extras } from '#kit/server/context/route.ts';
import { cookieOf, isSecure, requireOwnOrigin } from '../cookie.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { digestOf } from '../visit/visit-token.server.ts';

export const PHONE_SESSION_MS = 30 * 24 * 3_600_000;
/** A number is signed in on so many phones; the oldest session ends for the next. */
const SESSIONS_MAX = 5;

/** A driver who has signed in: a customer of one tenant, whose number was proven. */
export interface PhoneUser {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly custId: string;
  readonly phone: string;
  readonly currency: string;
  readonly expiresMs: number;
}

const cookieName = (client: Extras['client']): string => (isSecure(client) ? '__Host-phone' : 'phone');

const writeCookie = ({ client, setHeader }: Extras, token: string, lifeMs: number): void =>
  setHeader(
    'set-cookie',
    `${cookieName(client)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeMs / 1_000}${isSecure(client) ? '; Secure' : ''}`,
  );
export const setPhoneCookie = (extras: Extras, token: string): void => writeCookie(extras, token, PHONE_SESSION_MS);
export const clearPhoneCookie = (extras: Extras): void => writeCookie(extras, '', 0);

/** A mini-program sends its key beside the one of its visit, or as the bearer where no visit is needed. */
const tokenOf = (extras: Extras): { readonly token: string; readonly isCookie: boolean } | undefined => {
  const { client, headerOf } = extras;
  const key = headerOf('phone-session') ?? client.bearer;
  if (key !== undefined) return { token: key, isCookie: false };
  const cookie = cookieOf(extras, cookieName(client));
  return cookie === undefined ? undefined : { token: cookie, isCookie: true };
};

/**
 * The signed-in driver of a request; undefined without a session that holds. A press with a cookie must come from a page of this origin. A driver is
 * signed in with one tenant: whoever looks at things of another compares `tenantId`.
 */
export const phoneUserOf = async (deps: DriverDeps, extras: Extras, { isPress }: { readonly isPress: boolean }): Promise<PhoneUser | undefined> => {
  const found = tokenOf(extras);
  if (!found) return undefined;
  if (isPress && found.isCookie) requireOwnOrigin(extras);
  return inSystem(deps.database, (tx) => readPhoneUser(tx, digestOf(found.token), deps.clock()));
};

/** The signed-in driver; 401 without one, 429 when they call too often. */
export const requirePhoneUser = async (deps: DriverDeps, extras: Extras, how: { readonly isPress: boolean }): Promise<PhoneUser> => {
  deps.limits.countAddress(extras.client.ip);
  const user = (await phoneUserOf(deps, extras, how)) ?? throwRefusal(driverRefusals, 'driver.noPhone', {}, { status: 401 });
  deps.limits.countVisit(`phone ${user.sessionId}`);
  return user;
};

interface SessionColumns {
  readonly sessionId: bigint;
  readonly tenantId: bigint;
  readonly custId: bigint;
  readonly phone: string;
  readonly currency: string;
  readonly expireTime: Date;
}

const readPhoneUser = async (tx: Tx, digest: string, now: Date): Promise<PhoneUser | undefined> => {
  const { rows } = await sql<SessionColumns>`select s.phone_session_id as session_id, s.tenant_id, s.cust_id, s.phone, c.currency, s.expire_time
    from driver_phone_session s join customer c on c.cust_id = s.cust_id and not c.is_delete and c.cust_state <> ${sql.lit(custState.items.closed.value)} and plain_phone(c.cust_phone) = s.phone
    where s.token_digest = ${digest} and s.expire_time > ${now}`.execute(tx);
  const [row] = rows;
  return (
    row && {
      sessionId: String(row.sessionId),
      tenantId: String(row.tenantId),
      custId: String(row.custId),
      phone: row.phone,
      currency: row.currency,
      expiresMs: row.expireTime.getTime(),
    }
  );
};

export interface NewPhoneSession {
  readonly tenantId: string;
  readonly custId: string;
  readonly phone: string;
  readonly token: string;
  readonly address: string;
  readonly now: Date;
}

/** Stores a session, whose token is known to its client only. Of the same token there is one. */
export const makePhoneSession = async (tx: Tx, { tenantId, custId, phone, token, address, now }: NewPhoneSession): Promise<void> => {
  await sql`insert into driver_phone_session (tenant_id, token_digest, cust_id, phone, remote_address, begin_time, expire_time)
    values (${tenantId}, ${digestOf(token)}, ${custId}, ${phone}, ${address}, ${now}, ${new Date(now.getTime() + PHONE_SESSION_MS)})`.execute(tx);
  await sql`delete from driver_phone_session where phone_session_id in (
    select phone_session_id from driver_phone_session where cust_id = ${custId} order by begin_time desc, phone_session_id desc offset ${SESSIONS_MAX})`.execute(
    tx,
  );
};

/** Ends a session, or all of its customer. Returns how many. */
export const endPhoneSessions = async (
  tx: Tx,
  { sessionId, custId }: PhoneUser,
  { everywhere }: { readonly everywhere: boolean },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`delete from driver_phone_session
    where ${everywhere ? sql`cust_id = ${custId}` : sql`phone_session_id = ${sessionId}`}`.execute(tx);
  return Number(numAffectedRows);
};
