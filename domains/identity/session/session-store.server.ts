import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Bus } from '#kit/db/messaging/bus.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { deviceOf, settingOf } from '#domains/system/server.ts';
import { sessionBounds } from './bounds.ts';
import type { EndReason } from './end-reason.ts';
import { findEndReason, sweepSessions } from './end-reason.server.ts';
import { browserFamily, USER_AGENT_MAX } from './browser-family.rules.ts';
import { findViewer } from './find-viewer.server.ts';
import type { FoundSession } from './find-viewer.server.ts';
import { idleMin, proofMin } from './session-settings.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** How the user signed in. */
interface SignInMethod {
  /** With the password or a second factor. */
  readonly isProved: boolean;
}

/** The sessions of signed-in users. A token is 256 random bits; the database stores only its SHA-256. */
export interface Sessions {
  /** Opens a session and returns its token. The oldest session beyond `perUser` ends. */
  readonly open: (userId: string, client: Client, method?: SignInMethod) => Promise<string>;
  readonly close: (token: string) => Promise<void>;
  /** The user of a token; undefined when the token is unknown or expired, or the user is frozen. Extends the session. */
  readonly authenticate: (token: string, client: Client) => Promise<Viewer | undefined>;
  /** The same without extending the session, for calls of programs. */
  readonly peek: (token: string, client?: Client) => Promise<Viewer | undefined>;
  /** Why an invalid token has ended, if it is known. */
  readonly endingOf: (token: string) => Promise<string | undefined>;
  /** Permissions, users or sessions have changed, so cached viewers are discarded. */
  readonly notifyChanged: () => void;
  /** Calls the listener after every change; returns the function that stops it. */
  readonly onChange: (listener: () => void) => () => void;
  /** Called when another browser than its own sent a token, which has ended the session. */
  readonly onStolenToken: (listener: (stolen: StolenToken) => void) => void;
  /** Deletes what has expired. */
  readonly sweep: () => Promise<void>;
  /** Stops listening to other processes. */
  readonly stop: () => void;
}

/** The user of the stolen token, and the client that sent it. */
export interface StolenToken {
  readonly viewer: Viewer;
  readonly client: Client;
  readonly at: Date;
}

const MINUTE_MS = 60_000;
const TOPIC = 'identity.changed';
const tokenShape = /^[\w-]{43}$/;
export const hashOf = (token: string): Buffer => sha256(token);

interface SessionOptions {
  readonly features: FeatureLookup;
  readonly clock: () => Date;
  readonly bus?: Bus | undefined;
}

export const createSessions = (database: Database, { features, clock, bus }: SessionOptions): Sessions => {
  const cache = createCache(clock);
  const listeners = new Set<() => void>();
  const forget = (): void => {
    cache.clear();
    for (const listener of listeners) listener();
  };
  const stop = bus?.on(TOPIC, forget);
  const idleMs = async (): Promise<number> => (await settingOf({ db: database.system, registry: database, now: clock() }, idleMin)) * MINUTE_MS;
  const proofMs = async (): Promise<number> => (await settingOf({ db: database.system, registry: database, now: clock() }, proofMin)) * MINUTE_MS;
  const find = async (token: string, isUse: boolean): Promise<FoundSession | undefined> =>
    tokenShape.test(token)
      ? findViewer(database, { tokenHash: hashOf(token), now: clock(), isUse, idleMs: await idleMs(), proofMs: await proofMs(), features })
      : undefined;

  const notifyChanged = (): void => {
    forget();
    bus?.wake(TOPIC);
  };
  const stolenListeners = new Set<(stolen: StolenToken) => void>();
  /** The viewer of a session. If another browser sends the token, the session is ended instead. */
  const sameBrowserViewer = async (token: string, found: FoundSession | undefined, client: Client): Promise<Viewer | undefined> => {
    if (!found || browserFamily(client.userAgent) === found.family) return found?.viewer;
    const at = clock();
    if (await endStolenSession(database, hashOf(token), at)) for (const listener of stolenListeners) listener({ viewer: found.viewer, client, at });
    notifyChanged();
    return undefined;
  };
  return {
    open: async (userId, client, { isProved } = { isProved: false }) => {
      const token = randomBytes(32).toString('base64url');
      const endedOther = await insertSession(database, { tokenHash: hashOf(token), userId, client, isProved, now: clock() });
      if (endedOther) notifyChanged();
      return token;
    },
    close: async (token) => {
      const { numAffectedRows } = await sql`delete from sys_session where token_hash = ${hashOf(token)}`.execute(database.system);
      if (numAffectedRows) notifyChanged();
    },
    authenticate: async (token, client) => sameBrowserViewer(token, await cache.get(token, () => find(token, true)), client),
    peek: async (token, client) => {
      const found = await find(token, false);
      return client ? sameBrowserViewer(token, found, client) : found?.viewer;
    },
    endingOf: async (token) =>
      tokenShape.test(token) ? findEndReason(database, { tokenHash: hashOf(token), now: clock(), idleMs: await idleMs() }) : undefined,
    notifyChanged,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onStolenToken: (listener) => void stolenListeners.add(listener),
    stop: () => stop?.(),
    sweep: async () => {
      const now = clock().getTime();
      await sweepSessions(database, { now: clock(), idleMs: await idleMs(), keepMs: sessionBounds.absoluteMs });
      await sql`delete from sys_attempt where since < ${new Date(now - 86_400_000)}`.execute(database.system);
    },
  };
};

/** Returns whether an older session had to end. */
const insertSession = async (
  database: Database,
  session: { readonly tokenHash: Buffer; readonly userId: string; readonly client: Client; readonly isProved: boolean; readonly now: Date },
): Promise<boolean> => {
  const { tokenHash, userId, client, isProved, now } = session;
  return inSystem(database, async (tx) => {
    // Locking the user's row serialises parallel sign-ins, so that the limit of sessions holds.
    await sql`update sys_user set last_login_time = ${now} where id = ${userId}`.execute(tx);
    await sql`insert into sys_session (token_hash, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, user_agent, device, proved_at, by_password)
      select ${tokenHash}, id, username, tenant_id, agent_id, ${now}, ${now}, ${new Date(now.getTime() + sessionBounds.absoluteMs)}, ${client.ip},
        ${client.userAgent.slice(0, USER_AGENT_MAX)}, ${deviceOf(client.userAgent)}, ${isProved ? now : null}::timestamptz, ${isProved} from sys_user where id = ${userId}`.execute(
      tx,
    );
    const { rows } = await sql<{ token_hash: Buffer }>`delete from sys_session where user_id = ${userId} and token_hash not in
      (select token_hash from sys_session where user_id = ${userId} order by create_time desc, (token_hash = ${tokenHash}) desc limit ${sessionBounds.perUser})
      returning token_hash`.execute(tx.withoutPlugins());
    const reason: EndReason = 'elsewhere';
    for (const { token_hash: endedHash } of rows)
      await sql`insert into sys_session_end (token_hash, because, ended_at) values (${endedHash}, ${reason}, ${now}) on conflict do nothing`.execute(
        tx,
      );
    return rows.length > 0;
  });
};

/** Returns whether the session still existed. */
const endStolenSession = async (database: Database, tokenHash: Buffer, now: Date): Promise<boolean> => {
  const reason: EndReason = 'browser';
  const { rows } = await sql`with gone as (delete from sys_session where token_hash = ${tokenHash} returning token_hash)
    insert into sys_session_end (token_hash, because, ended_at) select token_hash, ${reason}, ${now} from gone on conflict do nothing
    returning 1 as ended`.execute(database.system);
  return rows.length > 0;
};

/** Caches sessions by token for a short time. The result of a query that began before a change is not cached after it. */
const createCache = (clock: () => Date) => {
  const entries = new Map<string, { readonly untilMs: number; readonly found: Promise<FoundSession | undefined> }>();
  return {
    clear: () => entries.clear(),
    get: (token: string, find: () => Promise<FoundSession | undefined>): Promise<FoundSession | undefined> => {
      const nowMs = clock().getTime();
      const cached = entries.get(token);
      if (cached && cached.untilMs > nowMs) return cached.found;
      const found = find();
      entries.delete(token);
      entries.set(token, { untilMs: nowMs + sessionBounds.cacheMs, found });
      const drop = (): void => {
        if (entries.get(token)?.found === found) entries.delete(token);
      };
      // Unknown tokens are not cached, because random tokens would displace valid ones.
      found.then((session) => session ?? drop(), drop);
      if (entries.size > sessionBounds.cached) entries.delete(String(entries.keys().next().value));
      return found;
    },
  };
};
