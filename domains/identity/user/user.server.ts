import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Row } from '#kit/fields/field.ts';
import type { Page } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { exportRows } from '#kit/server/excel/excel-export.ts';
import { lockedFields, refuseLocked } from '#kit/server/rights/field-limits.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Handlers, Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { enforceCheckRules } from '#domains/system/server.ts';
import { withDeparts } from '../depart/membership.server.ts';
import { withPositions } from '../position/holding.server.ts';
import { builtInNames } from '../role/names.server.ts';
import type { EndReason } from '../session/end-reason.ts';
import type { Attempts } from '../attempts/attempts.server.ts';
import type { Hasher } from '../password/hasher.server.ts';
import type { Passwords } from '../password/password.server.ts';
import type { Sessions } from '../session/store.server.ts';
import type { TotpBook } from '../totp/book.server.ts';
import { demandOwn, withTenants } from '../tenancy/tenancy.server.ts';
import { forEach } from './batch.server.ts';
import { isAdmin, stoppable, touchable } from './guards.server.ts';
import { isFree, refuseBinned } from './unique-names.server.ts';
import { pickerHandlers } from './picker/picker.server.ts';
import { profileHandlers } from './profile.server.ts';
import { binHandlers } from './recycle-bin.server.ts';
import { besideCustomer, checkPlace, givenRole, placeOf } from './standing.server.ts';
import type { UserPosition } from './standing.server.ts';
import { userRefusals } from './user.labels.ts';
import { user, userApi, userStatus } from './user.ts';
import { noteControl } from './control.server.ts';

type UserRow = Row<typeof user.fields>;
type WithRoleName<R> = R & { readonly roleId_dictText?: string | null };
type UserStatus = CodeValue<typeof userStatus>;
const plain = crudHandlers(user);

interface UserParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly hasher: Hasher;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly totp: Pick<TotpBook, 'remove'>;
}

export const userRoutes = ({ database, sessions, hasher, passwords, attempts, totp }: UserParts): readonly Route[] => {
  const accept = accepting(passwords, hasher);
  return implement(userApi, {
    ...plain,
    ...revealHandlers(user),
    list: async (ctx, input, extras) => namedPage(ctx, await plain.list(ctx, input, extras)),
    listWithRole: async (ctx, input, extras) => namedPage(ctx, await plain.list(ctx, input, extras)),
    exportXls: namedSheet,
    queryById: async (ctx, { id }) => named(await ctx.rows(user).get(id), await builtInNames(ctx)),
    add: async (ctx, { selectedroles, ...given }) => {
      const draft = { ...given, roleId: roleOf(ctx, { selectedroles, roleId: given.roleId }) };
      const place = await besideCustomer(ctx, placeAsked(ctx, draft));
      await checkPlace(ctx, place);
      await refuseBinned(ctx, draft.username);
      await enforceCheckRules(ctx, user, { ...draft, ...place });
      const password = await accept(ctx, draft);
      return withDeparts(ctx, draft, (more) =>
        withPositions(ctx, more, (held) =>
          withTenants(ctx, held, (rest) => ctx.rows(user).insert({ ...rest, ...place, stationIds: [...place.stationIds], password })),
        ),
      );
    },
    edit: async (ctx, { selectedroles, ...asked }, extras) => {
      const input = selectedroles === undefined ? asked : { ...asked, roleId: roleOf(ctx, { selectedroles, roleId: asked.roleId }) };
      const before = await touchable(ctx, String(input['id']));
      const place = placeOf(before);
      const after = movedPlace(place, input);
      // A form sends every field; what stays as it was needs no right to be given.
      if (JSON.stringify(after) !== JSON.stringify(place)) {
        if (before.id === ctx.viewer.userId) throwRefusal(userRefusals, 'user.self');
        if (isAdmin(before)) throwRefusal(userRefusals, 'user.admin');
        await checkPlace(ctx, after);
      }
      await enforceCheckRules(ctx, user, { workNo: input.workNo === before.workNo ? null : input.workNo, ...after });
      ctx.afterCommit(sessions.changed);
      return withDeparts(ctx, input, (more) =>
        withPositions(ctx, more, (held) => withTenants(ctx, held, (rest) => plain.edit(ctx, { ...rest, stationIds: [...after.stationIds] }, extras))),
      );
    },
    ...deleteHandlers(user, async (ctx, row) => {
      await stoppable(ctx, row);
      await endSessions(ctx, { userId: row.id, because: 'deleted', sessions });
    }),
    ...stateHandlers(user, (ctx, row, status: UserStatus) => setStatus(ctx, { row, status, sessions })),
    frozenBatch: (ctx, { ids, status }) =>
      forEach(ctx, { among: user, ids }, async (id) => setStatus(ctx, { row: await ctx.rows(user).get(id), status, sessions })),
    checkOnlyUser: (ctx, asked) => isFree(database, ctx, asked),
    ...binHandlers,
    ...pickerHandlers,
    ...profileHandlers({ database, sessions, attempts }),
    changePassword: async (ctx, { username, password, confirmpassword }) => {
      if (confirmpassword && confirmpassword !== password) throwRefusal(userRefusals, 'user.differs');
      const row = await byName(ctx, username);
      if (row.id === ctx.viewer.userId) throwRefusal(userRefusals, 'user.self');
      await givenRole(ctx, row.roleId);
      await demandOwn(ctx, row.id);
      await ctx.rows(user).change(row.id, { password: await accept(ctx, { username: row.username, password }) });
      await endSessions(ctx, { userId: row.id, because: 'reset', sessions });
      return ctx.say(kitWords.changed);
    },
    resetSecondStep: async (ctx, { username }) => {
      const row = await byName(ctx, username);
      await stoppable(ctx, row);
      await totp.remove(row.id);
      await noteControl(ctx, [row.id]);
      await endSessions(ctx, { userId: row.id, because: 'secondStep', sessions });
      return ctx.say(kitWords.changed);
    },
  });
};

/** Where a new person is to stand; what is not said is where the asker does. */
const placeAsked = (ctx: Context, draft: Parameters<typeof placeOf>[0]): UserPosition =>
  placeOf({
    ...draft,
    tenantId: draft.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null,
    agentId: draft.agentId ?? singleId(ctx.viewer.sees.agent) ?? null,
  });

/** A sheet calls roles as the list does. */
const namedSheet: Handlers<typeof userApi>['exportXls'] = async (ctx, { selections, clear }, { list }) => {
  const names = await builtInNames(ctx);
  const keys = selections ? splitIds(selections) : undefined;
  const shown = (row: Readonly<Record<string, unknown>>) => ({ ...row, roleId_dictText: names.get(String(row['roleId'])) ?? row['roleId_dictText'] });
  return exportRows(ctx, user, { list, keys, clear: clear === 1, transform: shown });
};

/** The stored form of a password that is good enough. */
const accepting =
  (passwords: Passwords, hasher: Hasher) =>
  async (ctx: Context, wanted: { readonly username: string; readonly password: string }): Promise<string> => {
    await passwords.demand(ctx, wanted);
    return hasher.hash(wanted.password);
  };

/** Somebody has one role; what they may do besides comes of role groups and departments. */
const roleOf = (ctx: Context, asked: { readonly selectedroles?: string | null | undefined; readonly roleId?: string | null | undefined }): string => {
  const listed = splitIds(asked.selectedroles ?? '');
  const [roleId] = asked.roleId ? [asked.roleId] : listed;
  if (listed.length > 0 && lockedFields(ctx.viewer, user.name).has('roleId')) refuseLocked(ctx, user, 'roleId');
  if (roleId === undefined)
    return throwRefusal(userRefusals, 'user.needsRole', {}, { status: 400, detail: { fields: { roleId: ctx.say(userRefusals['user.needsRole']) } } });
  return listed.every((one) => one === roleId) ? roleId : throwRefusal(userRefusals, 'user.oneRole');
};

/** Who is frozen is signed out everywhere, with the change that freezes. */
const setStatus = async (
  ctx: Context,
  { row, status, sessions }: { readonly row: UserRow; readonly status: UserStatus; readonly sessions: Sessions },
): Promise<void> => {
  await stoppable(ctx, row);
  await ctx.rows(user).change(row.id, { status });
  if (status === valuesOf(userStatus).frozen) await endSessions(ctx, { userId: row.id, because: 'frozen', sessions });
  ctx.afterCommit(sessions.changed);
};

/** Where an edit leaves a person: what it does not name stays. */
const movedPlace = (place: UserPosition, patch: { readonly [K in keyof UserPosition]?: UserPosition[K] | null }): UserPosition => ({
  roleId: patch.roleId ?? place.roleId,
  tenantId: patch.tenantId === undefined ? place.tenantId : patch.tenantId,
  agentId: patch.agentId === undefined ? place.agentId : patch.agentId,
  stationIds: patch.stationIds === undefined ? place.stationIds : (patch.stationIds ?? []),
  custId: patch.custId === undefined ? place.custId : patch.custId,
});

const byName = async (ctx: Context, username: string): Promise<UserRow> => {
  const [row] = await ctx.rows(user).page({
    conditions: [{ field: 'username', is: 'in', values: [username] }],
    sort: { column: 'createTime', order: 'desc' },
    pageNo: 1,
    pageSize: 1,
  });
  return row ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

interface Ending {
  readonly userId: string;
  readonly because: EndReason;
  readonly sessions: Sessions;
}

/** In the transaction of the change, so that neither stays without the other. */
const endSessions = async (ctx: Context, { userId, because, sessions }: Ending): Promise<void> => {
  await sql`select end_sessions(${userId}, ${because})`.execute(ctx.db);
  ctx.afterCommit(sessions.changed);
};

const named = <R extends UserRow>(row: WithRoleName<R>, names: ReadonlyMap<string, string>): R => ({
  ...row,
  roleId_dictText: names.get(row.roleId) ?? row.roleId_dictText ?? null,
});

const namedPage = async <R extends UserRow>(ctx: Context, page: Page<R>): Promise<Page<R>> => {
  const names = await builtInNames(ctx);
  return { ...page, records: page.records.map((row) => named(row, names)) };
};
