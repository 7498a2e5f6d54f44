import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { UploadedFile } from '../context/route.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';
import { storableJson } from '../values/storable-json.ts';
import { singleId } from '../context/viewer.ts';

/** The columns of `idem` take no longer key. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** What an `Idempotency-Key` stands for. */
export interface KeyedRequest {
  readonly key: string;
  readonly route: string;
  readonly input: unknown;
  readonly files: readonly UploadedFile[];
}

/** The key of a call that needs one: 1 to 200 printable ASCII characters without blanks. Refused when it is missing or anything else. */
export const requireKey = (header: string | undefined): string =>
  header !== undefined && KEY.test(header) ? header : throwRefusal(kitRefusals, 'keyNeeded', {}, { status: 400 });

/**
 * Does the work once per key of a viewer. The key is claimed in the transaction of the effect, so either both stay or neither;
 * a second request waits for the first, then gets its answer. The same key with other values, files included, is refused.
 */
export const runIdempotent = async (ctx: Context, request: KeyedRequest, work: () => Promise<unknown>): Promise<unknown> => {
  const digest = digestOf(request);
  // The platform's own staff belong to no tenant: theirs is tenant 0.
  const tenantId = singleId(ctx.viewer.sees.tenant) ?? '0';
  const db = ctx.db.withoutPlugins();
  const claimed =
    await sql`insert into idem (tenant_id, actor_id, key, route, body_hash, state) values (${tenantId}, ${ctx.viewer.userId}, ${request.key}, ${request.route}, ${digest}, 'claimed')
    on conflict do nothing`.execute(db);
  if (claimed.numAffectedRows === 1n) {
    const answer = await work();
    await sql`update idem set state = 'done', status = 200, response = ${storableJson(answer ?? null)} where tenant_id = ${tenantId} and actor_id = ${ctx.viewer.userId} and key = ${request.key}`.execute(
      db,
    );
    return answer;
  }
  const { rows } = await sql<{ route: string; body_hash: Buffer; response: unknown }>`select route, body_hash, response from idem
    where tenant_id = ${tenantId} and actor_id = ${ctx.viewer.userId} and key = ${request.key}`.execute(db);
  const [stored] = rows;
  if (!stored || stored.route !== request.route || !stored.body_hash.equals(digest))
    return throwRefusal(kitRefusals, 'keyReused', {}, { status: 422 });
  return stored.response;
};

const digestOf = ({ input, files }: KeyedRequest): Buffer => {
  const hash = createHash('sha256').update(JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));
  for (const { field, name, bytes } of files) hash.update(JSON.stringify([field, name, bytes.length])).update(bytes);
  return hash.digest();
};
