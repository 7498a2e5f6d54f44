import { networkLevels, scopeFieldOf } from '../scope.ts';
import type { NetworkLevel, ScopeField } from '../scope.ts';

/** The levels of the preset roles; a wider role has a larger number. */
export const roleReach = { bigCustomer: 70, station: 80, agent: 90, tenant: 100, platform: 999 } as const;
export type RoleReach = keyof typeof roleReach;

/** The narrowest preset roles that may read a noun, change it, and use its other permissions. Wider roles may do the same. */
export interface RoleRights {
  readonly read: RoleReach;
  readonly write: RoleReach;
  /** By the second part of the permission code. */
  readonly otherRights?: Readonly<Record<string, RoleReach>>;
  /** The feature on whose page its permissions are listed, when it has no page. */
  readonly listedWith?: string;
}

/** A scope has several values for roles of its own level and wider ones. For narrower roles all rows have the same value. */
const isFixed = (level: NetworkLevel, roleLevel: number): boolean => roleLevel < roleReach[level];

/** The scopes that have a single value at a level. No column shows them, and a reset of the search keeps them. */
export const scopesFixedAt = (roleLevel: number): readonly ScopeField[] =>
  networkLevels.filter((level) => isFixed(level, roleLevel)).map((level) => scopeFieldOf[level]);

/** Whether a role of this level covers a whole tenant or all tenants. */
export const isTenantWide = (roleLevel: number): boolean => !isFixed('tenant', roleLevel);
