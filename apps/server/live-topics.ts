import type { Context } from '#kit/server/context.ts';
import type { TopicRule } from '#kit/server/live-socket.ts';
import { pile, station } from '#domains/network/resources.ts';

const seesPile = async (ctx: Context, cpCode: string): Promise<boolean> => (await ctx.rows(pile).find(cpCode)) !== undefined;

/** What browsers may watch, each asked for in the viewer's own scope. */
export const liveTopics: readonly TopicRule[] = [
  { name: 'station', may: async (ctx, key) => /^\d{1,18}$/.test(key) && (await ctx.rows(station).find(key)) !== undefined },
  { name: 'gun', may: (ctx, key) => seesPile(ctx, key.split(':')[0] ?? '') },
];
