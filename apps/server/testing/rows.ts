import type { ScopeLevel, VisibleIds } from '#kit/server/context/viewer.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { TestDatabase } from '#kit/test/database.ts';

/** The owner of a row. `null`: no owner at that level; `undefined`: the level does not restrict such rows, so every viewer may see them. */
export interface RowOwner {
  readonly tenant: string | null | undefined;
  readonly agent: string | null | undefined;
  readonly station: string | null | undefined;
  readonly customer: string | null | undefined;
}

export interface StoredRow {
  readonly table: string;
  readonly owner: RowOwner;
  readonly values: Readonly<Record<string, unknown>>;
  readonly json: string;
}

export type Scope = Readonly<Record<ScopeLevel, VisibleIds>>;

/**
 * Every row of every table whose rows belong to a tenant, and of every view that a noun has as its table, read without row-level security. Log rows about requests are left out, and those of the
 * self-test of the warnings, which a policy hides from everybody.
 */
export const readRows = async (database: TestDatabase, resources: readonly AnyResource[]): Promise<readonly StoredRow[]> => {
  const byTable = new Map(resources.map((noun) => [`public.${noun.table}`, noun]));
  const tables = await database.asSuperuser<{ name: string; hasSelfTest: boolean }>(
    `select format('%s.%s', n.nspname, c.relname) as name,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'self_test') as "hasSelfTest"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attname = 'tenant_id' and (c.relkind in ('r', 'p') or c.relkind = 'v' and c.relname = any ($1)) and not c.relispartition and n.nspname not like 'pg\\_%' order by 1`,
    [resources.map((noun) => noun.table)],
  );
  const found = await Promise.all(
    tables.map(async ({ name, hasSelfTest }) => {
      const rows = await database.asSuperuser<{ values: Readonly<Record<string, unknown>> }>(
        `select to_jsonb(t) - 'last_seen_at' as values from ${name} as t${hasSelfTest ? ' where t.tenant_id is distinct from 0' : ''}`,
      );
      return rows.map(({ values }) => ({ table: name, owner: ownerOf(values, byTable.get(name)), values, json: JSON.stringify(values) }));
    }),
  );
  return found.flat();
};

/** Whether a viewer with this scope may see a row of this owner. */
export const maySee = (sees: Scope, owner: RowOwner): boolean =>
  (['tenant', 'agent', 'station', 'customer'] as const).every((level) => {
    const [ids, id] = [sees[level], owner[level]];
    return ids === 'all' || id === undefined || (id !== null && ids.includes(id));
  });

const ownerOf = (values: Readonly<Record<string, unknown>>, noun: AnyResource | undefined): RowOwner => {
  const at = (column: string): string | null | undefined => (column in values ? idOf(values[column]) : undefined);
  const ownerAt = (level: 'agent' | 'station' | 'customer'): string | null | undefined => {
    const rule = noun?.scope[level];
    return rule === undefined || rule === 'shared' || rule === 'hidden' ? undefined : at(columnOf(rule));
  };
  const tenantless = noun?.scope.tenant === 'shared' ? undefined : null;
  const tenant = at('tenant_id') ?? tenantless;
  return noun
    ? { tenant, agent: ownerAt('agent'), station: ownerAt('station'), customer: ownerAt('customer') }
    : { tenant, agent: at('agent_id'), station: at('station_id'), customer: undefined };
};

const idOf = (value: unknown): string | null => (typeof value === 'number' || typeof value === 'string' ? String(value) : null);

/** Changed rows that the viewer must not see. */
export const changedForeign = (before: readonly StoredRow[], after: readonly StoredRow[], sees: Scope): readonly string[] => {
  // Rows that everybody may see may still be changed only by the platform.
  const isOthers = ({ owner }: StoredRow): boolean => !maySee(sees, owner) || (owner.tenant === undefined && sees.tenant !== 'all');
  return changed(before.filter(isOthers), after.filter(isOthers));
};

/** Rows that differ from the rows before. */
export const changed = (before: readonly StoredRow[], after: readonly StoredRow[]): readonly string[] => {
  const texts = (rows: readonly StoredRow[]) => new Set(rows.map((row) => `${row.table} ${row.json}`));
  const [old, now] = [texts(before), texts(after)];
  return [
    ...[...old].filter((row) => !now.has(row)).map((row) => `was: ${row}`),
    ...[...now].filter((row) => !old.has(row)).map((row) => `is: ${row}`),
  ];
};

/** Values that occur in rows of few owners only, so that such a value in an answer shows whose row it came from. */
export type Fingerprints = ReadonlyMap<string, readonly RowOwner[]>;

export const fingerprintsOf = (rows: readonly StoredRow[]): Fingerprints => {
  const found = new Map<string, RowOwner[]>();
  for (const { owner, values } of rows)
    for (const [column, value] of Object.entries(values)) {
      if (ACCOUNT_COLUMNS.has(column) || !isDistinctive(value)) continue;
      const owners = found.get(String(value)) ?? [];
      owners.push(owner);
      found.set(String(value), owners);
    }
  return found;
};

/** Rows tell who has changed them, so the name of an account occurs in rows that others may see. Its own row has values that do not. */
const ACCOUNT_COLUMNS: ReadonlySet<string> = new Set(['username', 'create_by', 'update_by']);

/** Short texts and small numbers occur everywhere by coincidence. */
const isDistinctive = (value: unknown): boolean =>
  (typeof value === 'string' && value.length >= 6) || (typeof value === 'number' && value >= 1_000_000);

/** Every text and number inside an answer. */
export const leavesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value, ...value.split(/[^\w-]+/)];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
};

/** Values in an answer that reveal a row outside the reader's scope. */
export const leaksIn = (answer: unknown, sees: Scope, fingerprints: Fingerprints): readonly string[] =>
  [...new Set(leavesOf(answer))].filter((leaf) => {
    const owners = fingerprints.get(leaf);
    return owners !== undefined && !owners.some((owner) => maySee(sees, owner));
  });
