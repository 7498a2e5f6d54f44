import { deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RoleRefusal } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';
import type { GrantingUser } from '../role/role.rules.ts';
import type { DepartRoleRefusal } from './depart-role.labels.ts';

interface RightsChange {
  /** What the role holds so far, and what it shall hold. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ofDepart: readonly string[];
}

/** A department's role holds no more than its department, and nobody gives or takes what they do not hold. */
export const checkRights = (grantor: GrantingUser, { before, after, ofDepart }: RightsChange): Verdict<true, RoleRefusal | DepartRoleRefusal> => {
  const foreignCode = after.find((code) => !ofDepart.includes(code));
  if (foreignCode !== undefined) return deny('departRole.beyondDepart', { permission: foreignCode });
  return mayGrant(grantor, { roleLevel: 0, permissions: [...before, ...after] });
};
