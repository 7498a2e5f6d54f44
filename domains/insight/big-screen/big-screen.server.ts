import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { station } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { bigScreenRefusals } from './big-screen.labels.ts';
import { bigScreen, bigScreenApi } from './big-screen.ts';
import { LOOK_MS, lookKey, newScreenKey, pathOf } from './screen-key.server.ts';

const { importExcel: _import, exportTemplate: _template, ...standard } = crudHandlers(bigScreen);
const DAY_MS = 24 * 3_600_000;

export const bigScreenRoutes = ({ secrets }: { readonly secrets: Pick<Secrets, 'macs'> }): readonly Route[] =>
  implement(bigScreenApi, {
    ...standard,
    add: async (ctx, draft, extras) => {
      await checkStation(ctx, draft.stationId, draft.tenantId);
      return standard.add(ctx, draft, extras);
    },
    edit: async (ctx, input, extras) => {
      const { tenantId } = await usable(ctx, String(input.bigScreenId));
      await checkStation(ctx, input.stationId, tenantId);
      return standard.edit(ctx, input, extras);
    },
    ...stateHandlers(bigScreen, async (ctx, { bigScreenId, state, screenName }, next) => {
      if (state === entityState.disused) throwRefusal(bigScreenRefusals, 'bigScreen.disused', { name: screenName });
      await ctx.rows(bigScreen).change(bigScreenId, { state: next });
    }),
    newKey: async (ctx, { bigScreenId, days }) => {
      await usable(ctx, bigScreenId);
      const { key, digest, hint } = newScreenKey();
      const endsAt = new Date(ctx.now.getTime() + days * DAY_MS);
      await sql`update big_screen set key_digest = ${digest}, key_hint = ${hint}, key_issue_time = ${ctx.now}, key_end_time = ${endsAt}, last_seen_time = null
        where big_screen_id = ${bigScreenId}`.execute(ctx.db);
      return { path: pathOf(key), endsAt: endsAt.toISOString() };
    },
    endKey: async (ctx, { bigScreenId }) => {
      await usable(ctx, bigScreenId);
      await sql`update big_screen set key_digest = null, key_hint = null, key_issue_time = null, key_end_time = null where big_screen_id = ${bigScreenId}`.execute(
        ctx.db,
      );
      return ctx.say(kitWords.changed);
    },
    look: async (ctx, { bigScreenId }) => {
      await usable(ctx, bigScreenId);
      const endsMs = ctx.now.getTime() + LOOK_MS;
      return { path: pathOf(lookKey(secrets, bigScreenId, endsMs)), endsAt: new Date(endsMs).toISOString() };
    },
  });

const usable = async (ctx: Context, bigScreenId: string) => {
  await ctx.rows(bigScreen).lock([bigScreenId]);
  const row = await ctx.rows(bigScreen).get(bigScreenId);
  if (row.state === entityState.disused) throwRefusal(bigScreenRefusals, 'bigScreen.disused', { name: row.screenName });
  return row;
};

const checkStation = async (ctx: Context, stationId: string | null | undefined, tenantId: string): Promise<void> => {
  const shown = stationId ? await ctx.rows(station).find(stationId) : undefined;
  if (shown && shown.tenantId !== tenantId) throwRefusal(bigScreenRefusals, 'bigScreen.otherTenant');
};
