import { inSavepoint } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Context } from './context.ts';

/**
 * Does a part of a request's work so that a refusal takes back that part alone: its writes, its notes, and what it wanted done
 * after the commit. With `keeps: false` it is taken back in any case: a rehearsal. Answers why it was refused.
 */
export const tryInSavepoint = async (
  ctx: Context,
  { keepChanges }: { readonly keepChanges: boolean },
  work: () => Promise<unknown>,
): Promise<Refusal | undefined> => {
  const trailCount = ctx.trail.count();
  try {
    await inSavepoint(ctx.db, work, { keepChanges });
    if (!keepChanges) ctx.trail.truncate(trailCount);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.trail.truncate(trailCount);
    return error;
  }
};
