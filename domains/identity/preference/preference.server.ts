import { sql } from 'kysely';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { isStorable } from '#kit/server/values/storable-json.ts';
import { preferenceRefusals } from './preference.labels.ts';

const LETTERS_MAX = 8_000;
const PREFERENCES_MAX = 300;

export const preferenceRoutes = implement(preferenceApi, {
  all: async ({ db, viewer }) => {
    const { rows } = await sql<{ name: string; value: unknown }>`select name, value from sys_preference where user_id = ${viewer.userId}`.execute(
      db.withoutPlugins(),
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  },
  save: async (ctx, { name, value }) => {
    if (value === null || value === undefined) await deletePreference(ctx, name);
    else await savePreference(ctx, name, JSON.stringify(value));
    return ctx.say(kitWords.edited);
  },
});

const deletePreference = async ({ db, viewer }: Context, name: string): Promise<void> => {
  await sql`delete from sys_preference where user_id = ${viewer.userId} and name = ${name}`.execute(db);
};

const savePreference = async ({ db, viewer, now }: Context, name: string, value: string): Promise<void> => {
  if (!isStorable(value)) throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
  if (value.length > LETTERS_MAX) throwRefusal(preferenceRefusals, 'preference.tooLong');
  await sql`insert into sys_preference (user_id, name, value, update_time) values (${viewer.userId}, ${name}, ${value}::jsonb, ${now})
    on conflict (user_id, name) do update set value = excluded.value, update_time = excluded.update_time`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from sys_preference where user_id = ${viewer.userId}`.execute(db);
  if ((rows[0]?.n ?? 0) > PREFERENCES_MAX) throwRefusal(preferenceRefusals, 'preference.tooMany');
};
