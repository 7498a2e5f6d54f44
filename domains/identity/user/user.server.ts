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
import { withPositions } from '../position/save-positions.server.ts';
import { builtInNames } from '../role/role-names.server.ts';
import type { EndReason } from '../session/end-reason.ts';
import type { Attempts } from '../attempts/attempts.server.ts';
import type { Hasher } from '../password/hasher.server.ts';
import type { Passwords } from '../password/password.server.ts';
import type { Sessions } from '../session/session-store.server.ts';
import type { TotpStore } from '../totp/totp-store.server.ts';
import { requireOwnTenantUser, withTenants } from '../tenancy/tenancy.server.ts';
import { forEachUser } from './batch.server.ts';
import { isAdmin, checkStoppable, changeableUser } from './guards.server.ts';
import { requireUniqueUser, refuseDeletedName } from './unique-names.server.ts';
import { pickerHandlers } from './picker/picker.server.ts';
import { profileHandlers } from './profile.server.ts';
import { binHandlers } from './recycle-bin.server.ts';
import { withCustomerAgent, checkAssignment, grantableRole, assignmentOf } from './assignment.server.ts';
import type { UserAssignment } from './assignment.server.ts';
import { userRefusals } from './user.labels.ts';
import { user, userApi, userStatus } from './user.ts';
import { recordControl } from './two-persons.server.ts';

type UserRow = Row<typeof user.fields>;
type WithRoleName<R> = R & { readonly roleId_dictText?: string | null };
type UserStatus = CodeValue<typeof userStatus>;
const standard = crudHandlers(user);

interface UserDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly hasher: Hasher;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly totp: Pick<TotpStore, 'remove'>;
}

export const userRoutes = ({ database, sessions, hasher, passwords, attempts, totp }: UserDeps): readonly Route[] => {
  const hashPassword = passwordHashing(passwords, hasher);
  return implement(userApi, {
    ...standard,
    ...revealHandlers(user),
    list: async (ctx, input, extras) => pageWithRoleNames(ctx, await standard.list(ctx, input, extras)),
    listWithRole: async (ctx, input, extras) => pageWithRoleNames(ctx, await standard.list(ctx, input, extras)),
    exportXls: exportWithRoleNames,
    queryById: async (ctx, { id }) => withRoleNameOf(await ctx.rows(user).get(id), await builtInNames(ctx)),
    add: async (ctx, { selectedroles, ...fields }) => {
      const draft = { ...fields, roleId: roleOf(ctx, { selectedroles, roleId: fields.roleId }) };
      const assignment = await withCustomerAgent(ctx, draftAssignment(ctx, draft));
      await checkAssignment(ctx, assignment);
      await refuseDeletedName(ctx, draft.username);
      await enforceCheckRules(ctx, user, { ...draft, ...assignment });
      const columns = { ...assignment, stationIds: [...assignment.stationIds], password: await hashPassword(ctx, draft) };
      return withDeparts(ctx, draft, (noDeparts) =>
        withPositions(ctx, noDeparts, (noPositions) => withTenants(ctx, noPositions, (rest) => ctx.rows(user).insert({ ...rest, ...columns }))),
      );
    },
    edit: async (ctx, { selectedroles, ...fields }, extras) => {
      const input = selectedroles === undefined ? fields : { ...fields, roleId: roleOf(ctx, { selectedroles, roleId: fields.roleId }) };
      const before = await changeableUser(ctx, String(input['id']));
      const assignment = assignmentOf(before);
      const after = patchAssignment(assignment, input);
      // A form sends every field; unchanged ones need no permission.
      if (JSON.stringify(after) !== JSON.stringify(assignment)) {
        if (before.id === ctx.viewer.userId) throwRefusal(userRefusals, 'user.self');
        if (isAdmin(before)) throwRefusal(userRefusals, 'user.admin');
        await checkAssignment(ctx, after);
      }
      await enforceCheckRules(ctx, user, { workNo: input.workNo === before.workNo ? null : input.workNo, ...after });
      ctx.afterCommit(sessions.notifyChanged);
      return withDeparts(ctx, input, (noDeparts) =>
        withPositions(ctx, noDeparts, (noPositions) =>
          withTenants(ctx, noPositions, (rest) => standard.edit(ctx, { ...rest, stationIds: [...after.stationIds] }, extras)),
        ),
      );
    },
    ...deleteHandlers(user, async (ctx, row) => {
      await checkStoppable(ctx, row);
      await endSessions(ctx, { userId: row.id, reason: 'deleted', sessions });
    }),
    ...stateHandlers(user, (ctx, row, status: UserStatus) => setStatus(ctx, { row, status, sessions })),
    frozenBatch: (ctx, { ids, status }) =>
      forEachUser(ctx, { resource: user, ids }, async (id) => setStatus(ctx, { row: await ctx.rows(user).get(id), status, sessions })),
    checkOnlyUser: (ctx, input) => requireUniqueUser(database, ctx, input),
    ...binHandlers,
    ...pickerHandlers,
    ...profileHandlers({ database, sessions, attempts }),
    changePassword: async (ctx, { username, password, confirmpassword }) => {
      if (confirmpassword && confirmpassword !== password) throwRefusal(userRefusals, 'user.differs');
      const row = await userByName(ctx, username);
      if (row.id === ctx.viewer.userId) throwRefusal(userRefusals, 'user.self');
      await grantableRole(ctx, row.roleId);
      await requireOwnTenantUser(ctx, row.id);
      await ctx.rows(user).change(row.id, { password: await hashPassword(ctx, { username: row.username, password }) });
      await endSessions(ctx, { userId: row.id, reason: 'reset', sessions });
      return ctx.say(kitWords.changed);
    },
    resetSecondStep: async (ctx, { username }) => {
      const row = await userByName(ctx, username);
      await checkStoppable(ctx, row);
      await totp.remove(row.id);
      await recordControl(ctx, [row.id]);
      await endSessions(ctx, { userId: row.id, reason: 'secondStep', sessions });
      return ctx.say(kitWords.changed);
    },
  });
};

/** The assignment of a new user; missing inputs take the viewer's own values. */
const draftAssignment = (ctx: Context, draft: Parameters<typeof assignmentOf>[0]): UserAssignment =>
  assignmentOf({
    ...draft,
    tenantId: draft.tenantId ?? singleId(ctx.viewer.sees.tenant) ?? null,
    agentId: draft.agentId ?? singleId(ctx.viewer.sees.agent) ?? null,
  });

/** An export contains the role names that the list shows. */
const exportWithRoleNames: Handlers<typeof userApi>['exportXls'] = async (ctx, { selections, clear }, { list }) => {
  const names = await builtInNames(ctx);
  const keys = selections ? splitIds(selections) : undefined;
  const withRoleName = (row: Readonly<Record<string, unknown>>) => ({
    ...row,
    roleId_dictText: names.get(String(row['roleId'])) ?? row['roleId_dictText'],
  });
  return exportRows(ctx, user, { list, keys, clear: clear === 1, transform: withRoleName });
};

/** The hash of a password that passed the check. */
const passwordHashing =
  (passwords: Passwords, hasher: Hasher) =>
  async (ctx: Context, credentials: { readonly username: string; readonly password: string }): Promise<string> => {
    await passwords.requireStrong(ctx, credentials);
    return hasher.hash(credentials.password);
  };

/** A user has one role; further permissions come from role groups and departments. */
const roleOf = (ctx: Context, input: { readonly selectedroles?: string | null | undefined; readonly roleId?: string | null | undefined }): string => {
  const roleIds = splitIds(input.selectedroles ?? '');
  const [roleId] = input.roleId ? [input.roleId] : roleIds;
  if (roleIds.length > 0 && lockedFields(ctx.viewer, user.name).has('roleId')) refuseLocked(ctx, user, 'roleId');
  if (roleId === undefined)
    return throwRefusal(userRefusals, 'user.needsRole', {}, { status: 400, detail: { fields: { roleId: ctx.say(userRefusals['user.needsRole']) } } });
  return roleIds.every((listedId) => listedId === roleId) ? roleId : throwRefusal(userRefusals, 'user.oneRole');
};

/** Freezing a user ends all their sessions in the same transaction. */
const setStatus = async (
  ctx: Context,
  { row, status, sessions }: { readonly row: UserRow; readonly status: UserStatus; readonly sessions: Sessions },
): Promise<void> => {
  await checkStoppable(ctx, row);
  await ctx.rows(user).change(row.id, { status });
  if (status === valuesOf(userStatus).frozen) await endSessions(ctx, { userId: row.id, reason: 'frozen', sessions });
  ctx.afterCommit(sessions.notifyChanged);
};

/** The assignment after an edit; missing inputs stay unchanged. */
const patchAssignment = (assignment: UserAssignment, patch: { readonly [K in keyof UserAssignment]?: UserAssignment[K] | null }): UserAssignment => ({
  roleId: patch.roleId ?? assignment.roleId,
  tenantId: patch.tenantId === undefined ? assignment.tenantId : patch.tenantId,
  agentId: patch.agentId === undefined ? assignment.agentId : patch.agentId,
  stationIds: patch.stationIds === undefined ? assignment.stationIds : (patch.stationIds ?? []),
  custId: patch.custId === undefined ? assignment.custId : patch.custId,
});

const userByName = async (ctx: Context, username: string): Promise<UserRow> => {
  const [row] = await ctx.rows(user).page({
    conditions: [{ field: 'username', is: 'in', values: [username] }],
    sort: { column: 'createTime', order: 'desc' },
    pageNo: 1,
    pageSize: 1,
  });
  return row ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

interface SessionEnding {
  readonly userId: string;
  readonly reason: EndReason;
  readonly sessions: Sessions;
}

/** In the transaction of the change, so that both are committed or neither. */
const endSessions = async (ctx: Context, { userId, reason, sessions }: SessionEnding): Promise<void> => {
  await sql`select end_sessions(${userId}, ${reason})`.execute(ctx.db);
  ctx.afterCommit(sessions.notifyChanged);
};

const withRoleNameOf = <R extends UserRow>(row: WithRoleName<R>, names: ReadonlyMap<string, string>): R => ({
  ...row,
  roleId_dictText: names.get(row.roleId) ?? row.roleId_dictText ?? null,
});

const pageWithRoleNames = async <R extends UserRow>(ctx: Context, page: Page<R>): Promise<Page<R>> => {
  const names = await builtInNames(ctx);
  return { ...page, records: page.records.map((row) => withRoleNameOf(row, names)) };
};
