import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Database } from '#kit/db/index.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import { createCallLimit } from '#kit/server/connections/call-limit.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Gate, GateRequest, Passage } from '#kit/server/context/gate.ts';
import { nonceClaim, sweepNonces } from '#kit/server/security/nonces.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { accessAuthType } from '../access-config/access-config.codes.ts';
import { isFromAllowed } from '../access-config/addresses.server.ts';
import { digestOfToken, openCipherKeys, openSignSecret } from '../access-config/key-set.server.ts';
import { createCallLog } from '../partner-call/store-call.server.ts';
import { mayCall } from './open-api.rules.ts';
import { openHeaders } from './open-path.ts';
import { openRefusals } from './open-refusals.labels.ts';
import type { OpenRefusal } from './open-refusals.labels.ts';
import { decrypt, encrypt, isSignature } from './wire.server.ts';

/** The account whose call was let through. */
export interface PartnerAccount {
  readonly accessConfigId: string;
  readonly tenantId: string;
  readonly custId: string;
  readonly openChargesMax: number;
}

/** A timestamp may differ by this from our clock, in either direction. */
const CLOCK_MS = 300_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** Refused calls of one address in a minute, after which it is not listened to. */
const REFUSED_MAX = 60;

const formats = {
  authId: /^[A-Za-z0-9]{1,32}$/,
  timestamp: /^\d{10}$/,
  nonce: /^[A-Za-z0-9_-]{16,64}$/,
  signature: /^[0-9a-f]{64}$/,
} as const satisfies Readonly<Record<keyof typeof openHeaders, RegExp>>;

export interface GateDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  readonly log: Deps['log'];
}

export interface PartnerGate extends Gate {
  /** The account of a call that was let through. */
  readonly accountOf: (passage: Passage | undefined) => PartnerAccount;
}

/** Whose call it is, as far as that is known. */
interface CallOwner {
  readonly accessConfigId: string;
  readonly tenantId: string;
}

/** Proves the calls of partners: keys, signature, clock, address, repetition, limit, right. Each call of a known account is logged. */
export const createPartnerGate = (deps: GateDeps): PartnerGate => {
  const accounts = new WeakMap<Passage, PartnerAccount>();
  const owners = new WeakMap<GateRequest, CallOwner>();
  const storeCall = createCallLog(deps.database);
  const refused = createCallLimit({ max: REFUSED_MAX, windowMs: MINUTE_MS, clock: deps.clock });
  return {
    enter: async (request) => {
      const network = clientNetwork(request.ip);
      const waitS = refused.waitS(network);
      if (waitS !== undefined) throwRefusal(openRefusals, 'partner.tooManyRefused', {}, { status: 429, detail: { retryAfter: waitS } });
      try {
        const { passage, account } = await prove(deps, request, (owner) => owners.set(request, owner));
        accounts.set(passage, account);
        return passage;
      } catch (error) {
        if (error instanceof Refusal && unprovenCodes.has(error.facts.code)) refused.count(network);
        throw error;
      }
    },
    leave: async (request, answer) => {
      const owner = owners.get(request);
      if (!owner) return;
      try {
        await storeCall({ ...owner, request, answer, at: deps.clock(), isUnproven: unprovenCodes.has(answer.problem ?? '') });
      } catch (error) {
        deps.log.error({ err: error }, 'a call of a partner could not be logged');
      }
    },
    accountOf: (passage) => (passage && accounts.get(passage)) ?? throwRefusal(openRefusals, 'partner.unknown', {}, { status: 401 }),
  };
};

/** Anybody can cause these without a key, or again and again. */
const unprovenCodes: ReadonlySet<string> = new Set<OpenRefusal>([
  'partner.headers',
  'partner.unknown',
  'partner.signature',
  'partner.clock',
  'partner.replayed',
  'partner.address',
  'partner.tooFast',
]);

interface ProvenCall {
  readonly passage: Passage;
  readonly account: PartnerAccount;
}

const prove = async (deps: GateDeps, request: GateRequest, onOwner: (owner: CallOwner) => void): Promise<ProvenCall> => {
  const { authId, timestamp, nonce, signature, token } = headersOf(request);
  const now = deps.clock();
  const account = await readAccount(deps.database, { authId, token, now });
  if (!account) return throwRefusal(openRefusals, 'partner.unknown', {}, { status: 401 });
  const { accessConfigId, tenantId, keys } = account;
  onOwner({ accessConfigId, tenantId });
  if (!keys) return throwRefusal(openRefusals, 'partner.unknown', {}, { status: 401 });
  const call = { method: request.method, target: request.target, body: request.body, timestamp, nonce };
  if (!isSignature(openSignSecret(deps.secrets, keys), call, signature)) throwRefusal(openRefusals, 'partner.signature', {}, { status: 401 });
  if (Math.abs(Number(timestamp) * SECOND_MS - now.getTime()) > CLOCK_MS)
    throwRefusal(openRefusals, 'partner.clock', {}, { status: 401, detail: { detail: { serverTime: now.toISOString() } } });
  if (!isFromAllowed(account.allowedAddresses, request.ip)) throwRefusal(openRefusals, 'partner.address', {}, { status: 403 });
  if (!account.isEnabled) throwRefusal(openRefusals, 'partner.disabled', {}, { status: 403 });
  if (account.authExpTime <= now) throwRefusal(openRefusals, 'partner.expired', {}, { status: 403 });
  await countCall(deps.database, account, { nonce: `${timestamp} ${nonce}`, now });
  await noteUse(deps.database, account, now);
  if (!mayCall(account.accessRights, request.endpoint)) throwRefusal(openRefusals, 'partner.right', {}, { status: 403 });
  const { custId, openChargesMax } = account;
  const passage = account.authType === accessAuthType.items.encrypted.value ? openedWith(deps, { keys, call }) : {};
  return { passage, account: { accessConfigId, tenantId, custId, openChargesMax } };
};

type StoredKeys = Parameters<typeof openCipherKeys>[1];

const openedWith = (
  { secrets }: GateDeps,
  { keys, call }: { readonly keys: StoredKeys; readonly call: { readonly body: string; readonly timestamp: string; readonly nonce: string } },
): Passage => {
  const cipherKeys = openCipherKeys(secrets, keys);
  const { body, timestamp, nonce } = call;
  const seal = (text: string): string => encrypt(cipherKeys, { direction: 'response', timestamp, nonce }, text);
  if (body === '') return { seal };
  const sealed = sealedIn(body);
  const opened = sealed === undefined ? undefined : decrypt(cipherKeys, { direction: 'request', timestamp, nonce }, sealed);
  return opened === undefined ? throwRefusal(openRefusals, 'partner.encryption', {}, { status: 400 }) : { seal, opened };
};

const sealedIn = (body: string): string | undefined => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && 'encData' in parsed && typeof parsed.encData === 'string' ? parsed.encData : undefined;
  } catch {
    return undefined;
  }
};

const headersOf = ({ headerOf }: GateRequest) => {
  const read = (name: keyof typeof openHeaders): string => {
    const value = headerOf(openHeaders[name]) ?? '';
    return formats[name].test(value)
      ? value
      : throwRefusal(openRefusals, 'partner.headers', {}, { status: 400, detail: { detail: { header: openHeaders[name] } } });
  };
  const token = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headerOf('authorization') ?? '')?.[1];
  if (token === undefined) return throwRefusal(openRefusals, 'partner.headers', {}, { status: 400, detail: { detail: { header: 'authorization' } } });
  return { authId: read('authId'), timestamp: read('timestamp'), nonce: read('nonce'), signature: read('signature'), token };
};

interface AccountColumns {
  readonly accessConfigId: bigint;
  readonly tenantId: bigint;
  readonly custId: bigint;
  readonly authType: number;
  readonly authExpTime: Date;
  readonly accessRights: number[];
  readonly callsPerMinute: number;
  readonly openChargesMax: number;
  readonly allowedAddresses: string | null;
  readonly isEnabled: boolean;
  readonly accessKeyId: bigint | null;
  readonly lastUsedTime: Date | null;
  readonly sealId: string | null;
  readonly secretKey: string | null;
  readonly ivKey: string | null;
  readonly signSecret: string | null;
}

/** The account with the keys of this token; without keys when no valid set has it. */
const readAccount = async ({ system }: Database, { authId, token, now }: { readonly authId: string; readonly token: string; readonly now: Date }) => {
  const { rows } =
    await sql<AccountColumns>`select c.access_config_id, c.tenant_id, c.cust_id, c.auth_type, c.auth_exp_time, c.access_rights, c.calls_per_minute, c.open_charges_max, c.allowed_addresses,
      c.state = ${sql.lit(entityState.enabled)} and t.tenant_stat = ${sql.lit(entityState.enabled)} as is_enabled, k.access_key_id, k.last_used_time, k.seal_id, k.secret_key, k.iv_key, k.sign_secret
    from access_config c join tenant t on t.tenant_id = c.tenant_id
      left join access_key k on k.access_config_id = c.access_config_id and k.token_digest = ${digestOfToken(token)} and coalesce(k.end_time > ${now}, true)
    where c.auth_id = ${authId} and not c.is_delete`.execute(system);
  const [row] = rows;
  if (!row) return undefined;
  const { sealId, secretKey, ivKey, signSecret } = row;
  const hasKeys = sealId !== null && secretKey !== null && ivKey !== null && signSecret !== null;
  return {
    ...row,
    accessConfigId: String(row.accessConfigId),
    tenantId: String(row.tenantId),
    custId: String(row.custId),
    keys: hasKeys ? { sealId, secretKey, ivKey, signSecret } : undefined,
  };
};

/** Refuses a proven call that was made before, and counts any other in the minute of its account: in the database, because several processes take calls. */
const countCall = async (
  database: Database,
  { accessConfigId, callsPerMinute }: { readonly accessConfigId: string; readonly callsPerMinute: number },
  { nonce, now }: { readonly nonce: string; readonly now: Date },
): Promise<void> => {
  await sweepNonces(database, now);
  const { rows } = await sql<{ isFirst: boolean; calls: number | null; begun: Date | null }>`with claim as (${nonceClaim(
    `partner ${accessConfigId} ${nonce}`,
    { now, keptMs: 2 * CLOCK_MS },
  )}), meter as (update access_meter set last_call_time = ${now},
      minute_start = case when minute_start > ${now}::timestamptz - interval '1 minute' then minute_start else ${now} end,
      minute_calls = case when minute_start > ${now}::timestamptz - interval '1 minute' then minute_calls + 1 else 1 end
    where access_config_id = ${accessConfigId} and exists (select from claim) returning minute_calls as calls, minute_start as begun)
    select exists (select from claim) as is_first, (select calls from meter) as calls, (select begun from meter) as begun`.execute(database.system);
  const [row] = rows;
  if (row?.isFirst !== true) throwRefusal(openRefusals, 'partner.replayed', {}, { status: 409 });
  if (!row?.begun || (row.calls ?? 0) <= callsPerMinute) return;
  const retryAfter = Math.max(1, Math.ceil((row.begun.getTime() + MINUTE_MS - now.getTime()) / SECOND_MS));
  throwRefusal(openRefusals, 'partner.tooFast', { max: callsPerMinute }, { status: 429, detail: { retryAfter } });
};

/** Which of two valid sets a partner uses is known to the minute. */
const noteUse = async (
  { system }: Database,
  { accessKeyId, lastUsedTime }: { readonly accessKeyId: bigint | null; readonly lastUsedTime: Date | null },
  now: Date,
): Promise<void> => {
  if (lastUsedTime !== null && now.getTime() - lastUsedTime.getTime() < MINUTE_MS) return;
  await sql`update access_key set last_used_time = ${now} where access_key_id = ${accessKeyId}`.execute(system);
};
