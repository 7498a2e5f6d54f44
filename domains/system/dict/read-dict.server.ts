import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Context } from '#kit/server/context/context.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { storedItem } from './dict.rules.ts';
import type { StoredItem } from './dict.rules.ts';
import type { DictItem } from './dict.ts';

/** A dictionary without items is one row without an item. */
interface FoundItem extends Omit<StoredItem, 'itemText' | 'itemValue' | 'status'> {
  readonly itemText: string | null;
  readonly itemValue: string | null;
  readonly status: number | null;
  readonly dictCode: string;
  readonly isPublic: boolean;
}

/**
 * The stored items that the viewer can see, by dictionary: those of the platform and of the viewer's tenant. A viewer of all tenants gets only the
 * platform's, because two tenants may use a code for different things. The program's own tables are not included.
 */
export const storedItems = async (ctx: Context, dictCode?: string): Promise<ReadonlyMap<string, readonly DictItem[]>> => {
  const [ownDict, ownItem] = ctx.viewer.sees.tenant === 'all' ? [sql`and d.tenant_id is null`, sql`and i.tenant_id is null`] : [sql``, sql``];
  const codeClause = dictCode === undefined ? sql`` : sql`and d.dict_code = ${dictCode}`;
  const { rows } = await sql<FoundItem>`select d.dict_code, i.item_text, i.item_text_tw, i.item_text_en, i.item_value, i.item_color, i.status,
      i.tenant_id is null as is_public
    from sys_dict d left join sys_dict_item i on i.dict_id = d.id and not i.is_delete ${ownItem}
    where not d.is_delete and d.built_in = 0 ${ownDict} ${codeClause}
    order by d.tenant_id nulls first, i.sort_value, i.create_time desc, i.id desc`.execute(ctx.db);
  const publicKeys = new Set(rows.flatMap((row) => (row.isPublic ? [`${row.dictCode} ${row.itemValue}`] : [])));
  const itemsByCode = new Map<string, DictItem[]>();
  for (const row of rows) {
    // An item of the platform overrides a tenant's item with the same value.
    if (!row.isPublic && publicKeys.has(`${row.dictCode} ${row.itemValue}`)) continue;
    const items = itemsByCode.get(row.dictCode) ?? [];
    itemsByCode.set(row.dictCode, items);
    // A dictionary without items is included with an empty list.
    const { itemText, itemValue, status } = row;
    if (itemText !== null && itemValue !== null && status !== null)
      items.push(storedItem({ ...row, itemText, itemValue, status }, ctx.viewer.language));
  }
  return itemsByCode;
};

/** Whether the viewer can see a stored dictionary with this code; it may have no items. */
export const hasStored = async (ctx: Context, dictCode: string): Promise<boolean> => {
  const tenantClause = ctx.viewer.sees.tenant === 'all' ? sql`and tenant_id is null` : sql``;
  const { rows } = await sql`select 1 from sys_dict where dict_code = ${dictCode} and not is_delete and built_in = 0 ${tenantClause} limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
};

/** A version that changes with any dictionary that the viewer can see, with the program, and with the requested tenant. */
export const versionOf = async (ctx: Context): Promise<string> => {
  const { rows } = await sql<{ mark: string }>`select concat_ws('.',
      (select count(*) || '-' || coalesce(max(extract(epoch from coalesce(update_time, create_time))), 0) from sys_dict where not is_delete),
      (select count(*) || '-' || coalesce(max(extract(epoch from coalesce(update_time, create_time))), 0) from sys_dict_item where not is_delete)
    ) as mark`.execute(ctx.db);
  const { tenant } = ctx.viewer.sees;
  return `${programHash(ctx.registry)}.${tenant === 'all' ? 'all' : tenant.join('-')}.${rows[0]?.mark ?? ''}`;
};

const programHashes = new WeakMap<Registry, string>();
const programHash = (registry: Registry): string => {
  const cached = programHashes.get(registry);
  if (cached !== undefined) return cached;
  const hash = createHash('sha256')
    .update(JSON.stringify([...registry.codeTables.values()]))
    .digest('hex')
    .slice(0, 12);
  programHashes.set(registry, hash);
  return hash;
};
