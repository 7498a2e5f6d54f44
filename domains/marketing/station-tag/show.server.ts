import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { eachRow } from '#kit/server/crud/bulk.ts';
import { missingPart, miniappShow } from './station-tag.codes.ts';
import { stationTagRefusals, stationTagWords } from './station-tag.labels.ts';
import { stationTag } from './station-tag.ts';
import type { ShowAnswer } from './station-tag.ts';

type Show = CodeValue<typeof miniappShow>;
const { shown } = valuesOf(miniappShow);

/** Shows or hides stations, each on its own: one that lacks something is left as it is and told with what it lacks. */
export const showStations = async (
  ctx: Context,
  { stationIds, show }: { readonly stationIds: unknown; readonly show: Show },
): Promise<ShowAnswer> => {
  const ids = idsOf(stationIds);
  if (ids.length === 0 || ids.length > BATCH_MAX) return throwRefusal(stationTagRefusals, 'tag.noStations', { max: BATCH_MAX });
  const found = new Map((await ctx.rows(stationTag).findMany(ids)).map((row) => [row.stationId, row]));
  const titles = ids.map((id): readonly [string, string] => [id, found.get(id)?.stationName ?? id]);
  const rows = await eachRow(ctx, titles, { keepChanges: true, perform: (id) => showStation(ctx, id, show) });
  return {
    done: rows.filter(({ outcome }) => outcome === 'done').map(({ id }) => id),
    left: rows
      .filter(({ outcome }) => outcome !== 'done')
      .map(({ id, title, reason }) => ({ stationId: id, stationName: title, reason, missing: found.get(id)?.missing ?? [] })),
  };
};

const showStation = async (ctx: Context, stationId: string, show: Show): Promise<void> => {
  await ctx.rows(stationTag).lock([stationId]);
  const row = await ctx.rows(stationTag).get(stationId);
  if (show === shown && row.missing.length > 0) throwRefusal(stationTagRefusals, 'tag.notReady', { missing: missingText(ctx, row.missing) });
  if (row.miniappShow !== show) await ctx.rows(stationTag).change(stationId, { miniappShow: show });
};

const missingText = (ctx: Context, missing: readonly string[]): string =>
  missing.map((part) => ctx.say(itemOf(missingPart, part)?.words ?? [part, part, part])).join(ctx.say(stationTagWords.comma));

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string' || typeof id === 'number') ? [...new Set(value.map(String))] : [];
