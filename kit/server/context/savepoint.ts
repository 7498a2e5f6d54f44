import { inSavepoint } from '#kit/db/index.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Context } from './context.ts';

/**
 * Does a part of a request's work so that a refusal takes back that part alone: its writes, its notes, and what it wanted done
 * after the commit. With `keeps: false` it is taken back in any case: a rehearsal. Answers why it was refused.
 */
export const attempt = async (ctx: Context, { keeps }: { readonly keeps: boolean }, work: () => Promise<unknown>): Promise<Refusal | undefined> => {
  const noted = ctx.trail.count();
  try {
    await inSavepoint(ctx.db, work, { keeps });
    if (!keeps) ctx.trail.backTo(noted);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.trail.backTo(noted);
    return error;
  }
};
