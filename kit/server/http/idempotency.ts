import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { jsonText } from '#kit/fields/json-text.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { UploadedFile } from '../context/route.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';
import { storableJson } from '../values/storable-json.ts';
import { singleId } from '../context/viewer.ts';

/** The key columns of `idem` have this length. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** The request to which an `Idempotency-Key` belongs. */
export interface KeyedRequest {
  readonly key: string;
  readonly route: string;
  readonly input: unknown;
  readonly files: readonly UploadedFile[];
}

/** The idempotency key of a call: 1 to 200 printable ASCII characters without spaces. Refuses a missing or invalid key. */
export const requireKey = (header: string | undefined): string =>
  header !== undefined && KEY.test(header) ? header : throwRefusal(kitRefusals, 'keyNeeded', {}, { status: 400 });

/**
 * Runs the work once for each key of a viewer. The key is inserted in the transaction of the effect, so that both are committed or neither is. A
 * second request with the key waits for the first and gets its answer. The same key with other values, including files, is refused.
 */
export const runIdempotent = async (ctx: Context, request: KeyedRequest, work: () => Promise<unknown>): Promise<unknown> => {
  const digest = digestOf(request);
  // Staff of the platform belong to no tenant; their keys use tenant 0.
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
  const hash = createHash('sha256').update(jsonText(input));
  for (const { field, name, bytes } of files) hash.update(JSON.stringify([field, name, bytes.length])).update(bytes);
  return hash.digest();
};
