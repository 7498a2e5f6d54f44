import { deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { RoleRefusal } from '../role/role.labels.ts';
import { mayGive } from '../role/role.rules.ts';
import type { GrantingUser } from '../role/role.rules.ts';
import type { DepartRoleRefusal } from './depart-role.labels.ts';

interface Rights {
  /** What the role holds so far, and what it shall hold. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ofDepart: readonly string[];
}

/** A department's role holds no more than its department, and nobody gives or takes what they do not hold. */
export const checkRights = (giver: GrantingUser, { before, after, ofDepart }: Rights): Verdict<true, RoleRefusal | DepartRoleRefusal> => {
  const beyond = after.find((code) => !ofDepart.includes(code));
  if (beyond !== undefined) return deny('departRole.beyondDepart', { permission: beyond });
  return mayGive(giver, { roleLevel: 0, permissions: [...before, ...after] });
};
