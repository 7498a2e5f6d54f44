import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { STREAM_AGAIN_S } from '#kit/server/connections/stream-bounds.ts';
import type { Extras } from '#kit/server/context/route.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import { cookieOf, isSecure, requireOwnOrigin } from '../cookie.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

export const VISIT_MS = 24 * 3_600_000;
const TOKEN_BYTES = 16;

/** 128 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
/** A token is random, so its digest needs neither salt nor work. */
export const digestOf = (token: string): string => sha256(token).toString('hex');

/** Over TLS the name of the cookie itself says that no other host or path can set it. */
const cookieName = (client: Extras['client']): string => (isSecure(client) ? '__Host-visit' : 'visit');

/** `SameSite=Lax`: a strict cookie would be lost on the way back from a wallet. */
export const setVisitCookie = ({ client, setHeader }: Extras, token: string): void =>
  setHeader(
    'set-cookie',
    `${cookieName(client)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${VISIT_MS / 1_000}${isSecure(client) ? '; Secure' : ''}`,
  );

export interface KnownVisit {
  readonly visitId: string;
  readonly tenantId: string;
  readonly channel: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly expiresMs: number;
}

interface VisitToken {
  readonly token: string;
  readonly isCookie: boolean;
}

const tokenOf = ({ client, headerOf }: Extras): VisitToken | undefined => {
  if (client.bearer !== undefined) return { token: client.bearer, isCookie: false };
  const cookie = cookieOf({ headerOf }, cookieName(client));
  return cookie === undefined ? undefined : { token: cookie, isCookie: true };
};

/** The visit of a request, if it has one that is not over. A press with a cookie must come from a page of this origin. */
export const findVisit = async (deps: DriverDeps, extras: Extras, { isPress }: { readonly isPress: boolean }): Promise<KnownVisit | undefined> => {
  deps.limits.countAddress(extras.client.ip);
  const found = tokenOf(extras);
  if (!found) return undefined;
  if (isPress && found.isCookie) requireOwnOrigin(extras);
  return inSystem(deps.database, (tx) => readVisit(tx, digestOf(found.token), deps.clock()));
};

const readVisit = async (tx: Tx, digest: string, now: Date): Promise<KnownVisit | undefined> => {
  const { rows } = await sql<{
    visitId: bigint;
    tenantId: bigint;
    channel: string;
    cpCode: string;
    gunNumber: number;
    expireTime: Date;
  }>`select visit_id, tenant_id, channel, cp_code, gun_number, expire_time from driver_visit where token_digest = ${digest} and expire_time > ${now}`.execute(
    tx,
  );
  const [row] = rows;
  return row && { ...row, visitId: String(row.visitId), tenantId: String(row.tenantId), expiresMs: row.expireTime.getTime() };
};

/** The visit of a request; 401 without one, 429 when it calls too often. */
export const requireVisit = async (deps: DriverDeps, extras: Extras, how: { readonly isPress: boolean }): Promise<KnownVisit> => {
  const visit = (await findVisit(deps, extras, how)) ?? throwRefusal(driverRefusals, 'driver.noVisit', {}, { status: 401 });
  deps.limits.countVisit(visit.visitId);
  return visit;
};

/** A place for a stream of events of a visit; 429 when there is none. The function gives it back. */
export const takeStream = ({ streams }: Pick<DriverDeps, 'streams'>, { visitId }: KnownVisit, { client }: Pick<Extras, 'client'>): (() => void) =>
  streams.take(`visit ${visitId}`, client.ip) ?? refuseTooMany(STREAM_AGAIN_S);

export interface NewVisit {
  readonly tenantId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly channel: string;
  readonly address: string;
  readonly now: Date;
}

/** Stores a visit; the token is known to its client only. */
export const makeVisit = async (tx: Tx, visit: NewVisit): Promise<{ readonly visitId: string; readonly token: string; readonly expiresAt: Date }> => {
  const token = newToken();
  const expiresAt = new Date(visit.now.getTime() + VISIT_MS);
  const { rows } = await sql<{
    id: bigint;
  }>`insert into driver_visit (tenant_id, token_digest, channel, cp_code, gun_number, remote_address, begin_time, expire_time)
    values (${visit.tenantId}, ${digestOf(token)}, ${visit.channel}, ${visit.cpCode}, ${visit.gunNumber}, ${visit.address}, ${visit.now}, ${expiresAt})
    returning visit_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a visit was not written');
  return { visitId: String(row.id), token, expiresAt };
};
