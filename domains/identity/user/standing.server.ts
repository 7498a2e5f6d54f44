import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { roleRefusals } from '../role/role.labels.ts';
import { mayGive } from '../role/role.rules.ts';
import { role } from '../role/role.ts';
import { userLabels, userRefusals } from './user.labels.ts';
import { checkStanding } from './user.rules.ts';
import type { user } from './user.ts';

type RoleRow = Row<typeof role.fields>;

/** Where a draft puts a person. */
export interface UserPosition {
  readonly roleId: string;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  readonly stationIds: readonly { readonly stationId: string }[];
  readonly custId: string | null;
}

export const placeOf = (row: Partial<Pick<Row<typeof user.fields>, keyof UserPosition>> & { readonly roleId: string }): UserPosition => ({
  roleId: row.roleId,
  tenantId: row.tenantId ?? null,
  agentId: row.agentId ?? null,
  stationIds: row.stationIds ?? [],
  custId: row.custId ?? null,
});

/** Refuses a place that does not fit its role, that the viewer may not give, or that names something outside the scope. */
export const checkPlace = async (ctx: Context, place: UserPosition): Promise<void> => {
  const given = await givenRole(ctx, place.roleId);
  if (given.tenantId !== null && given.tenantId !== place.tenantId) throwRefusal(userRefusals, 'user.foreignRole');
  const stationIds = place.stationIds.map(({ stationId }) => stationId);
  const verdict = checkStanding({ ...place, roleLevel: given.roleLevel, stationIds });
  if (!verdict.ok) throwRefusal(userRefusals, verdict.refusal, inWords(ctx, verdict.args));
  await checkWithin(ctx, place, { noun: 'station', ids: stationIds, refusal: 'user.foreignStation' });
  await checkWithin(ctx, place, { noun: 'customer', ids: place.custId === null ? [] : [place.custId], refusal: 'user.foreignCustomer' });
};

/** A customer's own user stands with the agent who recruited the customer, unless the draft says otherwise. */
export const besideCustomer = async (ctx: Context, place: UserPosition): Promise<UserPosition> => {
  const customer = ctx.registry.feature('customer')?.resource;
  if (!customer || place.custId === null || place.agentId !== null) return place;
  const row = await ctx.anyRows(customer).find(place.custId);
  const agentId = row?.['agentId'];
  return typeof agentId === 'string' ? { ...place, agentId } : place;
};

/** A role the viewer may hand out, or whose holder the viewer may touch. */
export const givenRole = async (ctx: Context, roleId: string): Promise<RoleRow> => {
  const found = (await ctx.rows(role).find(roleId)) ?? throwRefusal(userRefusals, 'user.foreignRole');
  const verdict = mayGive(ctx.viewer, found);
  if (!verdict.ok) throwRefusal(roleRefusals, verdict.refusal, verdict.args);
  return found;
};

const inWords = (ctx: Context, args: Readonly<Record<string, string | number | bigint>> = {}) => {
  const field = Object.entries(userLabels.fields).find(([name]) => name === args['field']);
  return field ? { ...args, field: ctx.say(field[1]) } : args;
};

interface ScopeCheck {
  readonly noun: string;
  readonly ids: readonly string[];
  readonly refusal: 'user.foreignStation' | 'user.foreignCustomer';
}

/** Stations and customers belong to domains that come later in the domain order, so they are found by name in the registry. */
const checkWithin = async (ctx: Context, place: UserPosition, { noun, ids, refusal }: ScopeCheck): Promise<void> => {
  if (ids.length === 0) return;
  const target = ctx.registry.feature(noun)?.resource ?? throwRefusal(userRefusals, refusal);
  const rows = await ctx.anyRows(target).findMany(ids);
  const fits = (row: Readonly<Record<string, unknown>>): boolean =>
    row['tenantId'] === place.tenantId &&
    (place.agentId === null || row['agentId'] === undefined || row['agentId'] === null || row['agentId'] === place.agentId);
  if (rows.length !== new Set(ids).size || !rows.every(fits)) throwRefusal(userRefusals, refusal);
};
