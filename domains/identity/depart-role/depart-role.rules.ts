import { deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RoleRefusal } from '../role/role.labels.ts';
import { mayGrant } from '../role/role.rules.ts';
import type { GrantingUser } from '../role/role.rules.ts';
import type { DepartRoleRefusal } from './depart-role.labels.ts';

interface RightsChange {
  /** The permissions of the role before and after the change. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ofDepart: readonly string[];
}

/** A role of a department can have only permissions of the department, and users can grant or revoke only permissions that they hold. */
export const checkRights = (grantor: GrantingUser, { before, after, ofDepart }: RightsChange): Verdict<true, RoleRefusal | DepartRoleRefusal> => {
  const foreignCode = after.find((code) => !ofDepart.includes(code));
  if (foreignCode !== undefined) return deny('departRole.beyondDepart', { permission: foreignCode });
  return mayGrant(grantor, { roleLevel: 0, permissions: [...before, ...after] });
};
