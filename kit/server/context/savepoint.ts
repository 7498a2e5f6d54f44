import { sql } from 'kysely';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Context } from './context.ts';

/**
 * Does a part of a request's work so that a refusal takes back that part alone: its writes, its notes, and what it wanted done
 * after the commit. With `keeps: false` it is taken back in any case: a rehearsal. Answers why it was refused.
 */
export const attempt = async (
  ctx: Context,
  { keeps }: { readonly keeps: boolean },
  work: (alone: Context) => Promise<unknown>,
): Promise<Refusal | undefined> => {
  const db = ctx.db.withoutPlugins();
  const tasks: (() => void)[] = [];
  const alone: Context = { ...ctx, afterCommit: (task) => void tasks.push(task) };
  const noted = ctx.trail.count();
  await sql`savepoint attempt`.execute(db);
  try {
    await work(alone);
    // What is rolled back to would otherwise stay open beneath the next attempt.
    await (keeps ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`).execute(db);
    if (!keeps) await sql`release savepoint attempt`.execute(db);
    if (!keeps) ctx.trail.backTo(noted);
    if (keeps) for (const task of tasks) ctx.afterCommit(task);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint attempt`.execute(db);
    await sql`release savepoint attempt`.execute(db);
    ctx.trail.backTo(noted);
    return error;
  }
};
