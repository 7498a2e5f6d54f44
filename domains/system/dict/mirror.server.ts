import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { colors } from './dict.rules.ts';
import { dictItemStatus } from './dict.codes.ts';

const { enabled, disabled } = valuesOf(dictItemStatus);

/**
 * Writes the program's code tables to the dictionaries, where operators look for them (docs/decisions/0011-dictionaries.md). The program never
 * reads them from there. Runs at every start. A code that the program no longer has is disabled, not deleted.
 */
export const ensureDictionaries = async (database: Database, registry: Registry): Promise<void> => {
  const tables = [...registry.codeTables.values()];
  const dicts = tables.map(({ dictCode, title, items }) => ({
    code: dictCode,
    name: title[0],
    tw: title[1],
    en: title[2],
    type: Object.values(items).every(({ value }) => typeof value === 'number') ? 1 : 0,
  }));
  const items = tables.flatMap(({ dictCode, items: tableItems }) =>
    Object.values(tableItems).map(({ value, words, tone }, index) => ({
      code: dictCode,
      value: String(value),
      name: words[0],
      tw: words[1],
      en: words[2],
      sort: index + 1,
      color: colors[tone ?? 'plain'],
    })),
  );
  const declaredItems = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    as r(code text, value text, name text, tw text, en text, sort int, color text)
    join sys_dict d on d.dict_code = r.code and d.built_in = 1 and not d.is_delete`;
  await inSystem(database, async (tx) => {
    await sql`insert into sys_dict as d (dict_code, dict_name, dict_name_tw, dict_name_en, type, protected, built_in, create_by)
      select code, name, tw, en, type, 1, 1, 'system'
      from jsonb_to_recordset(${JSON.stringify(dicts)}::jsonb) as r(code text, name text, tw text, en text, type smallint)
      on conflict (tenant_id, dict_code) where not is_delete do update set dict_name = excluded.dict_name, dict_name_tw = excluded.dict_name_tw,
        dict_name_en = excluded.dict_name_en, type = excluded.type, protected = 1, built_in = 1, update_by = 'system', update_time = now(),
        version = d.version + 1
      where (d.dict_name, d.dict_name_tw, d.dict_name_en, d.type, d.built_in)
        is distinct from (excluded.dict_name, excluded.dict_name_tw, excluded.dict_name_en, excluded.type, 1::smallint)`.execute(tx);
    await sql`insert into sys_dict_item as i (dict_id, item_value, item_text, item_text_tw, item_text_en, sort_value, item_color, protected, built_in, create_by)
      select d.id, r.value, r.name, r.tw, r.en, r.sort, r.color, 1, 1, 'system' from ${declaredItems}
      on conflict (dict_id, tenant_id, item_value) where not is_delete do update set item_text = excluded.item_text,
        item_text_tw = excluded.item_text_tw, item_text_en = excluded.item_text_en, sort_value = excluded.sort_value, item_color = excluded.item_color,
        status = ${sql.lit(enabled)}, protected = 1, built_in = 1, update_by = 'system', update_time = now(), version = i.version + 1
      where (i.item_text, i.item_text_tw, i.item_text_en, i.sort_value, i.item_color, i.status, i.built_in) is distinct from
        (excluded.item_text, excluded.item_text_tw, excluded.item_text_en, excluded.sort_value, excluded.item_color, ${sql.lit(enabled)}::smallint, 1::smallint)`.execute(
      tx,
    );
    await sql`update sys_dict_item i set status = ${sql.lit(disabled)}, update_by = 'system', update_time = now(), version = i.version + 1
      where i.built_in = 1 and i.status = ${sql.lit(enabled)} and not exists (select 1 from ${declaredItems} where d.id = i.dict_id and r.value = i.item_value)`.execute(
      tx,
    );
  });
};
