import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { say } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { ADMIN } from './admin.ts';
import { ensurePermissions } from './permission/mirror.server.ts';
import { builtInPermissions, builtInRoles } from './role/grants.rules.ts';
import { createHasher } from './password/hasher.server.ts';
import type { HashCost } from './password/hasher.server.ts';
import { checkPassword } from './password/password.rules.ts';
import { passwordRefusals } from './session/session.labels.ts';

/** Writes the built-in roles with the permissions of this version of the program. Runs at every start. */
export const ensureBuiltIns = async (database: Database, registry: Registry): Promise<void> => {
  const roles = Object.entries(builtInRoles).map(([roleCode, { level, words }]) => ({
    roleCode,
    level,
    roleName: say(words, 'zh_CN'),
    permissions: JSON.stringify(builtInPermissions(roleCode, level, registry)),
  }));
  await ensurePermissions(database, registry);
  await inSystem(database, async (tx) => {
    for (const { roleCode, level, roleName, permissions } of roles) {
      await sql`insert into sys_role as r (role_code, role_name, role_level, permissions, built_in, create_by)
        values (${roleCode}, ${roleName}, ${level}, ${permissions}::jsonb, 1, 'system')
        on conflict (tenant_id, role_code) where not is_delete do update
          set permissions = excluded.permissions, role_level = excluded.role_level, update_by = 'system', update_time = now(), version = r.version + 1
          where (r.permissions, r.role_level) is distinct from (excluded.permissions, excluded.role_level)`.execute(tx);
    }
  });
};

/**
 * Creates the platform's first account if it does not exist; returns whether it did. `isInitial`: the password only allows to set another one.
 * @throws Refusal when the password breaks the password rule
 */
export const ensureAdmin = async (
  database: Database,
  { password, isInitial = false, hashCost }: { readonly password: string; readonly isInitial?: boolean; readonly hashCost?: HashCost },
): Promise<boolean> => {
  const { rows } = await sql`select 1 from sys_user where lower(username) = ${ADMIN} and not is_delete`.execute(database.system);
  if (rows.length > 0) return false;
  const verdict = checkPassword(password, ADMIN);
  if (!verdict.ok) throw new Refusal({ code: verdict.refusal, words: passwordRefusals[verdict.refusal], args: verdict.args ?? {}, status: 200 });
  const passwordHash = await createHasher(hashCost).hash(password);
  const { numAffectedRows } = await sql`insert into sys_user (username, password, password_initial, realname, role_id, create_by)
    select ${ADMIN}, ${passwordHash}, ${isInitial}, 'Administrator', id, 'system' from sys_role where role_code = 'platform' and tenant_id is null and not is_delete
    on conflict (lower(username)) where not is_delete do nothing`.execute(database.system);
  return numAffectedRows === 1n;
};
