import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';
import { role } from '../role/role.ts';
import { userLabels, userRefusals } from './user.labels.ts';
import { checkLevelFields } from './user.rules.ts';
import type { user } from './user.ts';

type RoleRow = Row<typeof role.fields>;

/** The role, tenant, agent, stations and customer in a draft. */
export interface UserAssignment {
  readonly roleId: string;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  readonly stationIds: readonly { readonly stationId: string }[];
  readonly custId: string | null;
}

export const assignmentOf = (row: Partial<Pick<Row<typeof user.fields>, keyof UserAssignment>> & { readonly roleId: string }): UserAssignment => ({
  roleId: row.roleId,
  tenantId: row.tenantId ?? null,
  agentId: row.agentId ?? null,
  stationIds: row.stationIds ?? [],
  custId: row.custId ?? null,
});

/** Refuses an assignment that does not fit the role, that the viewer may not make, or that refers to something outside the scope. */
export const checkAssignment = async (ctx: Context, assignment: UserAssignment): Promise<void> => {
  const grantedRole = await grantableRole(ctx, assignment.roleId);
  if (grantedRole.tenantId !== null && grantedRole.tenantId !== assignment.tenantId) throwRefusal(userRefusals, 'user.foreignRole');
  const stationIds = assignment.stationIds.map(({ stationId }) => stationId);
  const verdict = checkLevelFields({ ...assignment, roleLevel: grantedRole.roleLevel, stationIds });
  if (!verdict.ok) throwRefusal(userRefusals, verdict.refusal, refusalArgs(ctx, verdict.args));
  await checkWithin(ctx, assignment, { noun: 'station', ids: stationIds, refusal: 'user.foreignStation' });
  await checkWithin(ctx, assignment, {
    noun: 'customer',
    ids: assignment.custId === null ? [] : [assignment.custId],
    refusal: 'user.foreignCustomer',
  });
};

/** The user of a customer belongs to the agent of the customer, unless the draft contains another. */
export const withCustomerAgent = async (ctx: Context, assignment: UserAssignment): Promise<UserAssignment> => {
  const customer = ctx.registry.feature('customer')?.resource;
  if (!customer || assignment.custId === null || assignment.agentId !== null) return assignment;
  const row = await ctx.anyRows(customer).find(assignment.custId);
  const agentId = row?.['agentId'];
  return typeof agentId === 'string' ? { ...assignment, agentId } : assignment;
};

/** A role that the viewer can assign, or whose users the viewer can change. */
export const grantableRole = async (ctx: Context, roleId: string): Promise<RoleRow> => {
  const userRole = (await ctx.rows(role).find(roleId)) ?? throwRefusal(userRefusals, 'user.foreignRole');
  const verdict = mayGrant(ctx.viewer, userRole);
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  return userRole;
};

const refusalArgs = (ctx: Context, args: Readonly<Record<string, string | number | bigint>> = {}) => {
  const field = Object.entries(userLabels.fields).find(([name]) => name === args['field']);
  return field ? { ...args, field: ctx.say(field[1]) } : args;
};

interface ScopeCheck {
  readonly noun: string;
  readonly ids: readonly string[];
  readonly refusal: 'user.foreignStation' | 'user.foreignCustomer';
}

/** Stations and customers belong to later domains, so they are found by name in the registry. */
const checkWithin = async (ctx: Context, assignment: UserAssignment, { noun, ids, refusal }: ScopeCheck): Promise<void> => {
  if (ids.length === 0) return;
  const target = ctx.registry.feature(noun)?.resource ?? throwRefusal(userRefusals, refusal);
  const rows = await ctx.anyRows(target).findMany(ids);
  const isInScope = (row: Readonly<Record<string, unknown>>): boolean =>
    row['tenantId'] === assignment.tenantId &&
    (assignment.agentId === null || row['agentId'] === undefined || row['agentId'] === null || row['agentId'] === assignment.agentId);
  if (rows.length !== new Set(ids).size || !rows.every(isInScope)) throwRefusal(userRefusals, refusal);
};
