import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { departsOf } from '../depart/membership.server.ts';
import type { Membership } from '../depart/membership.server.ts';
import { rotateToken } from './rotate-token.server.ts';
import { sessionRefusals } from './session.labels.ts';
import type { DepartChoice, LoginAnswer } from './session.ts';
import { multiDepart } from './session.ts';

/** The departments in the answer to a sign-in. A single one is selected automatically; a current department that was left or closed is cleared. */
export const assignSessionDepart = async (database: Database, userId: string): Promise<Pick<LoginAnswer, 'departs' | 'multi_depart'>> => {
  const departs = await departsOf(database.system, userId);
  const codes = departs.map(({ orgCode }) => orgCode);
  const onlyCode = codes.length === 1 ? codes[0] : null;
  await sql`update sys_user set org_code = ${onlyCode}::text where id = ${userId} and org_code is distinct from ${onlyCode}::text
    and not (${codes.length > 1} and org_code = any(${codes}::text[]))`.execute(database.system);
  return {
    departs: departs.map(choiceOf),
    multi_depart: codes.length === 0 ? multiDepart.none : codes.length === 1 ? multiDepart.one : multiDepart.several,
  };
};

export const currentDeparts = async (
  database: Database,
  userId: string,
): Promise<{ readonly list: readonly DepartChoice[]; readonly orgCode: string | null }> => {
  const { rows } = await sql<{ orgCode: string | null }>`select org_code from sys_user where id = ${userId}`.execute(database.system);
  return { list: (await departsOf(database.system, userId)).map(choiceOf), orgCode: rows[0]?.orgCode ?? null };
};

interface DepartSwitch {
  readonly viewer: Viewer;
  readonly orgCode: string;
  readonly username: string;
  readonly token: string;
  readonly now: Date;
}

/**
 * A choice within this time belongs to the sign-in and keeps the new token, because clients of the product family do not read another one there.
 */
const SIGN_IN_GRACE_MS = 300_000;

/** Returns the token that replaces the one of the request. */
export const selectDepart = async (database: Database, { viewer, orgCode, username, token, now }: DepartSwitch): Promise<string | undefined> => {
  if (username.toLowerCase() !== viewer.username.toLowerCase()) throwRefusal(sessionRefusals, 'depart.notOwn');
  const memberships = await departsOf(database.system, viewer.userId);
  if (!memberships.some((membership) => membership.orgCode === orgCode)) throwRefusal(sessionRefusals, 'depart.notMember');
  return inSystem(database, async (tx) => {
    await sql`update sys_user set org_code = ${orgCode} where id = ${viewer.userId}`.execute(tx);
    return rotateToken(tx, { token, now, olderThanMs: SIGN_IN_GRACE_MS });
  });
};

const choiceOf = ({ id, departName, orgCode, parentId }: Membership): DepartChoice => ({ id, departName, orgCode, parentId });
