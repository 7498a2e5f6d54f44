import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Resource } from '#kit/resource/resource.ts';
import { eachRow } from '#kit/server/crud/bulk.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { userRefusals, userWords } from './user.labels.ts';
import type { BatchAnswer, user } from './user.ts';

interface UserBatch {
  /** Users, or those in the recycle bin. */
  readonly resource: Resource<typeof user.fields>;
  readonly ids: string;
}

/**
 * Does the same for several users and returns the result for each; a refused one does not affect the others. If nothing was done, the call is
 * refused; with a single user, its own refusal is thrown. An unknown id refuses the whole call before it begins.
 */
export const forEachUser = async (ctx: Context, { resource, ids }: UserBatch, change: (id: string) => Promise<void>): Promise<BatchAnswer> => {
  const userIds = splitIds(ids);
  const usernames = new Map((await ctx.rows(resource).findMany(userIds)).map((row) => [row.id, row.username]));
  if (usernames.size !== userIds.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const titled = userIds.map((id) => [id, usernames.get(id) ?? id] as const);
  const [first, ...more] = titled;
  if (!first) return throwRefusal(userRefusals, 'user.nobody');
  if (more.length === 0) {
    await change(first[0]);
    const [id, title] = first;
    return { rows: [{ id, title, outcome: 'done', reason: '' }], successCount: 1, errorCount: 0, msg: ctx.say(kitWords.changed) };
  }
  const rows = await eachRow(ctx, titled, { keepChanges: true, perform: change });
  const refused = rows.filter(({ outcome }) => outcome === 'refused');
  const reasons = refused.map(({ title, reason }) => `${title}: ${reason}`).join('; ');
  const successCount = rows.length - refused.length;
  if (successCount === 0) return throwRefusal(userRefusals, 'user.noneDone', { reasons }, { detail: { rows } });
  const msg = ctx.say(refused.length === 0 ? kitWords.changed : userWords.partlyDone, { n: successCount, m: refused.length, reasons });
  return { rows, successCount, errorCount: refused.length, msg };
};
