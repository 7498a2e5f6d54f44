import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView, ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { Context } from '#kit/server/context/context.ts';
import { readListQuery } from '#kit/server/lists/list-query.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { isStorable } from '#kit/server/values/storable-json.ts';
import { hasPermission, singleId } from '#kit/server/context/viewer.ts';
import { isOnlyQuery, readState } from './saved-view.rules.ts';
import { narrowState } from './narrow-view.server.ts';
import { savedViewRefusals } from './saved-view.labels.ts';

const VIEWS_MAX = 50;

export const savedViewRoutes = implement(savedViewApi, {
  list: async (ctx, { noun, kind }) => Promise.all((await visibleRows(ctx, nounOf(ctx, noun).name, kind)).map((row) => viewFor(ctx, row))),
  save: async (ctx, { viewId, noun, kind, title, share, state }) => {
    const checkedState = checkState(ctx, nounOf(ctx, noun), { kind, state });
    const draft = { noun, kind, title, share, state: JSON.stringify(checkedState) };
    return { viewId: await (viewId ? change(ctx, viewId, draft) : add(ctx, draft)) };
  },
  delete: async (ctx, { viewId }) => {
    const { numAffectedRows } = await sql`delete from sys_saved_view where view_id = ${viewId} and user_id = ${ctx.viewer.userId}`.execute(ctx.db);
    if (numAffectedRows !== 1n) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    return ctx.say(kitWords.deleted);
  },
});

/** The noun of a list that the viewer may open, or the query fields of a report or of a list that belongs to no noun. */
const nounOf = (ctx: Context, name: string): AnyResource => {
  const feature = ctx.registry.feature(name);
  const list = feature?.resource ? feature.api['list'] : listEndpointIn(ctx, name);
  const noun = feature?.resource ?? list?.queryOf ?? list?.listOf;
  if (!noun || !list || !(list.allow === 'signedIn' || hasPermission(ctx.viewer, list.allow)))
    return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return noun;
};

const listEndpointIn = (ctx: Context, name: string): Endpoint | undefined =>
  Object.values(ctx.registry.feature(name)?.api ?? {}).find(({ queryOf, listOf }) => (queryOf ?? listOf)?.name === name);

/** Refuses a state that the list itself would refuse. */
const checkState = (ctx: Context, noun: AnyResource, input: { readonly kind: SavedView['kind']; readonly state: unknown }): ViewState => {
  const state = readState(noun, input.state);
  if (!state || !isStorable(JSON.stringify(state)) || (input.kind === 'query' && !isOnlyQuery(state)))
    throw new Refusal({ code: 'badJson', words: kitRefusals.badJson, args: {}, status: 400 });
  readListQuery(noun, { ...state.filters, column: state.column, order: state.order }, { registry: ctx.registry, viewer: ctx.viewer });
  return state;
};

interface ViewRow {
  readonly view_id: bigint;
  readonly user_id: bigint;
  readonly role_level: number;
  readonly owner_name: string;
  readonly noun: string;
  readonly kind: SavedView['kind'];
  readonly title: string;
  readonly share: SavedView['share'];
  readonly state: ViewState;
}

const ownTenant = (ctx: Context): string => singleId(ctx.viewer.sees.tenant) ?? '0';

/** A view can be shared with roles of the user: their own one, or one from a role group that is of their tenant and not above their level. */
const holdsRole = (userId: string): RawBuilder<boolean> => sql`exists (select from sys_user u join sys_role r on r.id = u.role_id
  left join sys_role_group g on not g.is_delete and g.tenant_id is not distinct from u.tenant_id and position(concat(',', u.id, ',') in concat(',', g.user_ids)) > 0
  left join sys_role h on h.id::text = any(string_to_array(g.role_ids, ',')) and not h.is_delete and h.role_level <= r.role_level
  where u.id = ${userId} and v.role_id in (u.role_id, h.id))`;

const visibleRows = async (ctx: Context, noun: string, kind: SavedView['kind']): Promise<readonly ViewRow[]> => {
  const viewerId = ctx.viewer.userId;
  const { rows } =
    await sql<ViewRow>`select v.view_id, v.user_id, v.role_level, v.owner_name, v.noun, v.kind, v.title, v.share, v.state from sys_saved_view v
    where v.tenant_id = ${ownTenant(ctx)} and v.noun = ${noun} and v.kind = ${kind} and (v.user_id = ${viewerId} or v.share = 'tenant'
      or (v.share = 'role' and ${holdsRole(viewerId)}))
    order by v.user_id <> ${viewerId}, v.title`.execute(ctx.db.withoutPlugins());
  return rows;
};

const viewFor = async (ctx: Context, row: ViewRow): Promise<SavedView> => {
  const isOwn = String(row.user_id) === ctx.viewer.userId;
  const { state, narrowed } = await narrowState(ctx, nounOf(ctx, row.noun), { state: row.state, isMine: isOwn });
  const { kind, title, share, owner_name: owner } = row;
  return { viewId: String(row.view_id), kind, title, share, mine: isOwn, owner, state, narrowed, wider: row.role_level > ctx.viewer.roleLevel };
};

interface ViewDraft {
  readonly noun: string;
  readonly kind: SavedView['kind'];
  readonly title: string;
  readonly share: string;
  readonly state: string;
}

const add = async (ctx: Context, { noun, kind, title, share, state }: ViewDraft): Promise<string> => {
  const { userId, roleLevel, realname } = ctx.viewer;
  const db = ctx.db.withoutPlugins();
  const { rows: ownViews } = await sql<{
    n: number;
  }>`select count(*)::int4 as n from sys_saved_view where user_id = ${userId} and noun = ${noun} and kind = ${kind}`.execute(db);
  if ((ownViews[0]?.n ?? 0) >= VIEWS_MAX) throwRefusal(savedViewRefusals, 'view.tooMany', { max: VIEWS_MAX });
  const { rows } = await sql<{ id: unknown }>`
    insert into sys_saved_view (tenant_id, user_id, role_id, role_level, owner_name, noun, kind, title, share, state, update_time)
    select ${ownTenant(ctx)}, u.id, u.role_id, ${roleLevel}, ${realname}, ${noun}, ${kind}, ${title}, ${share}, ${state}::jsonb, ${ctx.now}
    from sys_user u where u.id = ${userId} on conflict do nothing returning view_id as id`.execute(db);
  return rows[0] ? String(rows[0].id) : throwRefusal(savedViewRefusals, 'view.taken', { title });
};

const change = async (ctx: Context, viewId: string, { noun, kind, title, share, state }: ViewDraft): Promise<string> => {
  const db = ctx.db.withoutPlugins();
  const { rows: sameTitle } = await sql`select 1 from sys_saved_view
    where user_id = ${ctx.viewer.userId} and noun = ${noun} and kind = ${kind} and title = ${title} and view_id <> ${viewId}`.execute(db);
  if (sameTitle.length > 0) throwRefusal(savedViewRefusals, 'view.taken', { title });
  const { numAffectedRows } =
    await sql`update sys_saved_view set title = ${title}, share = ${share}, state = ${state}::jsonb, update_time = ${ctx.now}
    where view_id = ${viewId} and user_id = ${ctx.viewer.userId} and noun = ${noun} and kind = ${kind}`.execute(db);
  return numAffectedRows === 1n ? viewId : throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};
