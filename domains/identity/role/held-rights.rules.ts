import type { FeatureLookup } from '#kit/resource/feature.ts';
import { levelOf } from './grants.rules.ts';
import { ruleStatus } from '../permission/permission.codes.ts';

/** A record that users created, as far as it affects permissions. */
export interface OwnRecord {
  readonly perms: string;
  /** "0": the rule restricts nobody. */
  readonly status: string;
  /** Built-in roles from this level on hold it. */
  readonly minLevel: number;
  readonly isField: boolean;
}

interface RoleGrant {
  readonly codes: readonly string[];
  readonly roleLevel: number;
  readonly isBuiltIn: boolean;
  /** Codes from role groups and departments, in addition to those of the role. */
  readonly moreCodes?: readonly string[];
}

interface RecordSource {
  readonly ownRecords: readonly OwnRecord[];
  /** Declares the level of each code. */
  readonly features: FeatureLookup;
}

export interface HeldRights {
  readonly permissions: ReadonlySet<string>;
  /** Codes of active field rules that the user does not hold. */
  readonly limits: ReadonlySet<string>;
}

/**
 * The permissions of a user with a role, including records that users created. Built-in roles hold everything that their level allows, including
 * field rules.
 */
export const heldRights = ({ codes, roleLevel, isBuiltIn, moreCodes = [] }: RoleGrant, { ownRecords, features }: RecordSource): HeldRights => {
  const recordCodes = isBuiltIn ? ownRecords.filter(({ isField, minLevel }) => isField || minLevel <= roleLevel).map(({ perms }) => perms) : [];
  // Codes above the user's level have no effect, and `*` cannot be granted by a group.
  const moreWithinLevel = moreCodes.filter((code) => code !== '*' && levelOf(code, features) <= roleLevel);
  const permissions = new Set([...codes, ...recordCodes, ...moreWithinLevel]);
  const lacks = (code: string): boolean => !permissions.has(code) && !permissions.has('*');
  return {
    permissions,
    limits: new Set(
      ownRecords
        .filter(({ isField, status, perms }) => isField && status === ruleStatus.items.inForce.value && lacks(perms))
        .map(({ perms }) => perms),
    ),
  };
};
