import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Extras } from '#kit/server/context/route.ts';
import { storableJson } from '#kit/server/values/storable-json.ts';
import type { DriverDeps } from './driver-deps.server.ts';
import { driverRefusals } from './driver-refusals.labels.ts';

const KEY = /^[\x21-\x7e]{1,100}$/;
/** A press whose process died is forgotten after this time. */
const FORGOTTEN_MS = 60_000;
const TRY_AGAIN_S = 1;

/** A press of a button: who, at which route, and with which values. */
export interface Press<T> {
  /** `visit:7`, or the address of somebody without a visit. */
  readonly actor: string;
  readonly tenantId: string;
  readonly route: string;
  readonly input: unknown;
  /** What the press does; it may call others outside of any transaction. Only what is JSON comes back from a repeated press. */
  readonly work: () => Promise<T>;
  /** Reads a stored answer. */
  readonly isAnswer: (stored: unknown) => stored is T;
}

/**
 * Does the work of a press once for each `Idempotency-Key`. A repeat gets the answer of the first; one that comes while the first is under way, or with
 * other values, is a conflict. A refused press is forgotten, so that the same button can be pressed again.
 */
export const pressOnce = async <T>(deps: DriverDeps, { headerOf }: Extras, press: Press<T>): Promise<T> => {
  const key = pressKeyOf({ headerOf });
  const now = deps.clock();
  const claim = {
    ...press,
    key,
    now,
    digest: createHash('sha256')
      .update(JSON.stringify([press.route, press.input]))
      .digest('hex'),
  };
  const stored = await inSystem(deps.database, (tx) => claimPress(tx, claim));
  if (stored !== undefined) return press.isAnswer(stored.answer) ? stored.answer : throwInProgress();
  try {
    const answer = await press.work();
    await inSystem(deps.database, (tx) =>
      sql`update driver_press set answer = ${storableJson(answer)} where actor = ${press.actor} and press_key = ${key}`.execute(tx),
    );
    return answer;
  } catch (error) {
    await inSystem(deps.database, (tx) => sql`delete from driver_press where actor = ${press.actor} and press_key = ${key}`.execute(tx));
    throw error;
  }
};

/** The key of a press; 400 without one. */
export const pressKeyOf = ({ headerOf }: Pick<Extras, 'headerOf'>): string => {
  const key = headerOf('idempotency-key');
  return key !== undefined && KEY.test(key) ? key : throwRefusal(driverRefusals, 'driver.keyNeeded', {}, { status: 400 });
};

const throwInProgress = (): never => throwRefusal(driverRefusals, 'driver.inProgress', {}, { status: 409, detail: { retryAfter: TRY_AGAIN_S } });

interface Claim {
  readonly actor: string;
  readonly tenantId: string;
  readonly route: string;
  readonly key: string;
  readonly digest: string;
  readonly now: Date;
}

/** Undefined: the press is claimed. */
const claimPress = async (tx: Tx, { actor, tenantId, route, key, digest, now }: Claim): Promise<{ readonly answer: unknown } | undefined> => {
  await sql`delete from driver_press where actor = ${actor} and press_key = ${key} and answer is null and press_time < ${new Date(now.getTime() - FORGOTTEN_MS)}`.execute(
    tx,
  );
  const { numAffectedRows } = await sql`insert into driver_press (actor, press_key, tenant_id, route, input_digest, press_time)
    values (${actor}, ${key}, ${tenantId}, ${route}, ${digest}, ${now}) on conflict (actor, press_key) do nothing`.execute(tx);
  if (numAffectedRows === 1n) return undefined;
  const { rows } = await sql<{ inputDigest: string; answer: string | null }>`select input_digest, answer::text as answer from driver_press
    where actor = ${actor} and press_key = ${key}`.execute(tx);
  const [row] = rows;
  if (row && row.inputDigest !== digest) throwRefusal(driverRefusals, 'driver.keyReused', {}, { status: 409 });
  const answer: unknown = row?.answer ? JSON.parse(row.answer) : null;
  return { answer };
};
