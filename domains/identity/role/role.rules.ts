import { valuesOf } from '#kit/fields/codes.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { levelOf } from './grants.rules.ts';
import { roleLevel } from './levels.ts';
import type { RoleRefusal } from './role.labels.ts';

/** The user who grants permissions. */
export interface GrantingUser {
  readonly roleLevel: number;
  readonly permissions: ReadonlySet<string>;
}
export interface GrantedRights {
  readonly roleLevel: number;
  readonly permissions: readonly string[];
}

const holds = (grantor: GrantingUser, permission: string): boolean => grantor.permissions.has(permission) || grantor.permissions.has('*');

/** Users can grant only what they have: neither a higher level nor a permission that they lack. */
export const mayGrant = (grantor: GrantingUser, rights: GrantedRights): Verdict<true, RoleRefusal> => {
  if (rights.roleLevel > grantor.roleLevel) return deny('role.levelAbove');
  const missingCode = rights.permissions.find((permission) => !holds(grantor, permission));
  return missingCode === undefined ? allow(true) : deny('role.beyondOwn', { permission: missingCode });
};

/**
 * Users cannot change the permissions of equal or higher users: a role of the same level that has all their permissions, or one with a permission
 * that they lack.
 */
export const mayChange = (grantor: GrantingUser, before: GrantedRights): Verdict<true, RoleRefusal> => {
  const verdict = mayGrant(grantor, before);
  if (!verdict.ok) return deny('role.better');
  const heldCodes = new Set(before.permissions);
  const isEqual = before.roleLevel === grantor.roleLevel && [...grantor.permissions].every((permission) => heldCodes.has(permission));
  return isEqual ? deny('role.equal') : allow(true);
};

/** Checks a new or changed role: its permissions exist, are allowed at its level, and are held by the user. */
export const checkRole = (
  grantor: GrantingUser,
  facts: GrantedRights & { readonly inTenant: boolean; readonly knownCodes: readonly string[]; readonly features: FeatureLookup },
): Verdict<true, RoleRefusal> => {
  if (facts.inTenant && facts.roleLevel === valuesOf(roleLevel).platform) return deny('role.levelInTenant');
  const unknownCode = facts.permissions.find((permission) => !facts.knownCodes.includes(permission));
  if (unknownCode !== undefined) return deny('role.unknownPermission', { permission: unknownCode });
  const tooWide = facts.permissions.find((permission) => levelOf(permission, facts.features) > facts.roleLevel);
  if (tooWide !== undefined) return deny('role.tooWide', { permission: tooWide });
  return mayGrant(grantor, facts);
};
