import { inSavepoint } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Context } from './context.ts';

/**
 * Runs a part of a request in a savepoint. A refusal rolls back only this part: its writes, its recorded changes and its after-commit tasks. With
 * `keeps: false` it is always rolled back, as a preview. Returns the refusal, if there was one.
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
