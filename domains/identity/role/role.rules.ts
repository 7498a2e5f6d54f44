import { valuesOf } from '#kit/fields/codes.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { levelOf } from './grants.rules.ts';
import { roleLevel } from './levels.ts';
import type { RoleRefusal } from './role.labels.ts';

/** Who gives rights away. */
export interface GrantingUser {
  readonly roleLevel: number;
  readonly permissions: ReadonlySet<string>;
}
export interface Rights {
  readonly roleLevel: number;
  readonly permissions: readonly string[];
}

const holds = (giver: GrantingUser, permission: string): boolean => giver.permissions.has(permission) || giver.permissions.has('*');

/** Nobody gives what they do not have: neither a level above their own nor a right they lack. */
export const mayGive = (giver: GrantingUser, rights: Rights): Verdict<true, RoleRefusal> => {
  if (rights.roleLevel > giver.roleLevel) return deny('role.levelAbove');
  const lacking = rights.permissions.find((permission) => !holds(giver, permission));
  return lacking === undefined ? allow(true) : deny('role.beyondOwn', { permission: lacking });
};

/** Nobody changes the rights of their equals or betters: a role as high that holds all they hold, or something they lack. */
export const mayChange = (giver: GrantingUser, before: Rights): Verdict<true, RoleRefusal> => {
  const better = mayGive(giver, before);
  if (!better.ok) return deny('role.better');
  const held = new Set(before.permissions);
  const isEqual = before.roleLevel === giver.roleLevel && [...giver.permissions].every((permission) => held.has(permission));
  return isEqual ? deny('role.equal') : allow(true);
};

/** A new or changed role: real permissions, none too wide for its level, none the giver lacks. */
export const checkRole = (
  giver: GrantingUser,
  facts: Rights & { readonly inTenant: boolean; readonly known: readonly string[]; readonly features: FeatureLookup },
): Verdict<true, RoleRefusal> => {
  if (facts.inTenant && facts.roleLevel === valuesOf(roleLevel).platform) return deny('role.levelInTenant');
  const unknown = facts.permissions.find((permission) => !facts.known.includes(permission));
  if (unknown !== undefined) return deny('role.unknownPermission', { permission: unknown });
  const tooWide = facts.permissions.find((permission) => levelOf(permission, facts.features) > facts.roleLevel);
  if (tooWide !== undefined) return deny('role.tooWide', { permission: tooWide });
  return mayGive(giver, facts);
};
