import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { declaredRecords } from './declared.rules.ts';

/**
 * Writes the declared menus and permissions to the permission records. What administrators can change (order, visibility, strategy, status) is
 * kept. A record whose declaration no longer exists is marked as deleted. Runs at every start.
 */
export const ensurePermissions = async (database: Database, registry: Registry): Promise<void> => {
  const records = declaredRecords(registry).map(({ names: [name, tw, en], ...record }) => ({
    ...record,
    name,
    tw,
    en,
  }));
  const declaredRows = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r("programKey" text, "parentKey" text, "menuType" smallint, name text, tw text, en text,
    url text, component text, icon text, perms text, "sortNo" int, hidden smallint)`;
  await inSystem(database, async (tx) => {
    await sql`insert into sys_permission as p (program_key, built_in, menu_type, name, name_tw, name_en, url, component, icon, perms, sort_no, hidden, create_by)
      select r."programKey", 1, r."menuType", r.name, r.tw, r.en, r.url, r.component, r.icon, r.perms, r."sortNo", r.hidden, 'system' from ${declaredRows}
      on conflict (program_key) do update set menu_type = excluded.menu_type, name = excluded.name, name_tw = excluded.name_tw,
        name_en = excluded.name_en, url = excluded.url, component = excluded.component, icon = excluded.icon, perms = excluded.perms,
        is_delete = false, update_by = 'system', update_time = now(), version = p.version + 1
      where (p.menu_type, p.name, p.name_tw, p.name_en, p.url, p.component, p.icon, p.perms, p.is_delete) is distinct from (excluded.menu_type,
        excluded.name, excluded.name_tw, excluded.name_en, excluded.url, excluded.component, excluded.icon, excluded.perms, false)`.execute(tx);
    await sql`update sys_permission p set parent_id = above.id, version = p.version + 1 from ${declaredRows} join sys_permission above on above.program_key = r."parentKey"
      where p.program_key = r."programKey" and p.parent_id is distinct from above.id`.execute(tx);
    await sql`update sys_permission p set is_delete = true, update_by = 'system', update_time = now(), version = p.version + 1
      where p.built_in = 1 and not p.is_delete and not exists (select from ${declaredRows} where r."programKey" = p.program_key)`.execute(tx);
  });
};
