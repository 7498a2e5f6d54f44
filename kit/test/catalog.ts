import type { TestDatabase } from './database.ts';

/**
 * Everything that a migration can create, as sorted lines: schemas, relations, columns, constraints, indexes, triggers, policies, views, functions,
 * types, sequences, statistics, privileges, comments and extensions. Two databases with equal lines have the same schema. The order of columns is
 * left out, because a column that a later migration adds is the last one. Objects of extensions are left out as well.
 */
export const catalogOf = async ({ asSuperuser }: Pick<TestDatabase, 'asSuperuser'>): Promise<readonly string[]> => {
  const parts = await Promise.all(QUERIES.map((query) => asSuperuser<{ line: string }>(query)));
  return parts.flatMap((rows) => rows.map(({ line }) => line)).toSorted();
};

const OURS = `nspname NOT IN ('pg_catalog', 'information_schema') AND nspname !~ '^pg_'`;
const notOfExtension = (oid: string, catalog: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;
/** Privileges in a fixed order; null where nobody changed them. */
const sorted = (acl: string): string => `(SELECT string_agg(format('%s', a), ' ' ORDER BY format('%s', a)) FROM unnest(${acl}) a)`;
/** Each column of a view is a line of its own, so that their order does not matter after sorting. */
const linesOf = (text: string): string =>
  `(SELECT string_agg(trim(trailing ',' FROM l), E'\\n' ORDER BY trim(trailing ',' FROM l)) FROM string_to_table(${text}, E'\\n') l)`;

const QUERIES: readonly string[] = [
  `SELECT format('extension %s', extname) AS line FROM pg_extension`,
  `SELECT format('schema %s owner %s acl %s', nspname, nspowner::regrole, ${sorted('nspacl')}) AS line FROM pg_namespace WHERE ${OURS}`,
  `SELECT format('default privileges of %s in %s for %s: %s', defaclrole::regrole, defaclnamespace, defaclobjtype, ${sorted('defaclacl')}) AS line FROM pg_default_acl`,
  `SELECT format('%s %s owner %s persistence %s rls %s force %s options %s acl %s partition %s comment %s', relkind, c.oid::regclass, relowner::regrole,
     relpersistence, relrowsecurity, relforcerowsecurity, (SELECT string_agg(o, ' ' ORDER BY o) FROM unnest(reloptions) o), ${sorted('relacl')},
     coalesce(pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid)), obj_description(c.oid, 'pg_class')) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${OURS} AND relkind <> 'i' AND ${notOfExtension('c.oid', 'pg_class')}`,
  `SELECT format('column %s.%s %s collation %s not null %s default %s identity %s generated %s storage %s acl %s comment %s', c.oid::regclass, attname,
     format_type(atttypid, atttypmod), attcollation, attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage, ${sorted('attacl')},
     col_description(c.oid, attnum)) AS line
   FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
   WHERE ${OURS} AND relkind IN ('r', 'p', 'v', 'm', 'c') AND attnum > 0 AND NOT attisdropped AND ${notOfExtension('c.oid', 'pg_class')}`,
  `SELECT format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(k.oid)) AS line
   FROM pg_constraint k JOIN pg_namespace n ON n.oid = connamespace WHERE ${OURS} AND contype <> 'n' AND conrelid <> 0`,
  `SELECT format('index %s', pg_get_indexdef(c.oid)) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${OURS} AND relkind IN ('i', 'I')`,
  `SELECT format('trigger %s enabled %s', pg_get_triggerdef(t.oid), tgenabled) AS line
   FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_namespace n ON n.oid = relnamespace WHERE ${OURS} AND NOT tgisinternal`,
  `SELECT format('policy %s on %s permissive %s for %s to %s using %s check %s', polname, polrelid::regclass, polpermissive, polcmd, polroles::regrole[],
     pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) AS line FROM pg_policy`,
  `SELECT format('view %s: %s', c.oid::regclass, ${linesOf('pg_get_viewdef(c.oid, 0)')}) AS line
   FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${OURS} AND relkind IN ('v', 'm')`,
  `SELECT format('function %s owner %s acl %s comment %s: %s', p.oid::regprocedure, proowner::regrole, ${sorted('proacl')}, obj_description(p.oid, 'pg_proc'),
     pg_get_functiondef(p.oid)) AS line
   FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE ${OURS} AND prokind IN ('f', 'p') AND ${notOfExtension('p.oid', 'pg_proc')}`,
  `SELECT format('type %s owner %s acl %s', t.oid::regtype, typowner::regrole, ${sorted('typacl')}) AS line
   FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
   WHERE ${OURS} AND typelem = 0 AND (c.relkind IS NULL OR c.relkind = 'c') AND ${notOfExtension('t.oid', 'pg_type')}`,
  `SELECT format('sequence %s as %s start %s from %s to %s by %s cycle %s cache %s of %s', s.seqrelid::regclass, format_type(seqtypid, NULL), seqstart, seqmin, seqmax,
     seqincrement, seqcycle, seqcache, (SELECT d.refobjid::regclass || '.' || a.attname FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
       WHERE d.classid = 'pg_class'::regclass AND d.objid = seqrelid AND d.refobjsubid > 0)) AS line FROM pg_sequence s`,
  `SELECT format('statistics %s', pg_get_statisticsobjdef(oid)) AS line FROM pg_statistic_ext`,
];
