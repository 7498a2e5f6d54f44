import { networkLevels, scopeFieldOf } from '../scope.ts';
import type { NetworkLevel, ScopeField } from '../scope.ts';

/** How far the preset roles reach: the wider, the larger. */
export const roleReach = { bigCustomer: 70, station: 80, agent: 90, tenant: 100, platform: 999 } as const;
export type RoleReach = keyof typeof roleReach;

/** The narrowest preset role that may read a noun, change it, and use a single right of it that is neither. Wider roles may as well. */
export interface RoleRights {
  readonly read: RoleReach;
  readonly write: RoleReach;
  /** By the second half of the permission code. */
  readonly otherRights?: Readonly<Record<string, RoleReach>>;
  /** The feature on whose page its rights are listed, when it has no page of its own. */
  readonly listedWith?: string;
}

/** A scope differs from row to row for roles of its own level and wider ones; below it every row of theirs says the same. */
const isFixed = (level: NetworkLevel, roleLevel: number): boolean => roleLevel < roleReach[level];

/** The scopes that are one and the same at a level: no column shows them, and a reset of the search keeps them. */
export const scopesFixedAt = (roleLevel: number): readonly ScopeField[] =>
  networkLevels.filter((level) => isFixed(level, roleLevel)).map((level) => scopeFieldOf[level]);

/** Whether somebody of this level answers for a whole tenant, or for all of them. */
export const isTenantWide = (roleLevel: number): boolean => !isFixed('tenant', roleLevel);
