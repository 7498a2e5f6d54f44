import type { FeatureLookup } from '#kit/resource/feature.ts';
import { levelOf } from './grants.rules.ts';
import { ruleStatus } from '../permission/permission.codes.ts';

/** A record that people made, as far as it decides about a person. */
export interface OwnRecord {
  readonly perms: string;
  /** "0": the rule restricts nobody. */
  readonly status: string;
  /** The built-in roles from this level on hold it. */
  readonly minLevel: number;
  readonly isField: boolean;
}

interface RoleGrant {
  readonly codes: readonly string[];
  readonly roleLevel: number;
  readonly isBuiltIn: boolean;
  /** Codes that groups and departments give beside the role. */
  readonly moreCodes?: readonly string[];
}

interface RecordSource {
  readonly ownRecords: readonly OwnRecord[];
  /** Say how wide a code is. */
  readonly features: FeatureLookup;
}

export interface HeldRights {
  readonly permissions: ReadonlySet<string>;
  /** Codes of field rules in force that are not held. */
  readonly limits: ReadonlySet<string>;
}

/** What somebody of a role holds, records that people made included. The built-in roles hold all that fits their level, field rules too. */
export const heldRights = ({ codes, roleLevel, isBuiltIn, moreCodes = [] }: RoleGrant, { ownRecords, features }: RecordSource): HeldRights => {
  const recordCodes = isBuiltIn ? ownRecords.filter(({ isField, minLevel }) => isField || minLevel <= roleLevel).map(({ perms }) => perms) : [];
  // What is too wide for somebody's level does nothing in their hands, and everything at once is given by no group.
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
