import type pg from 'pg';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Type } from 'typescript/unstable/sync';
import type { Registry } from '#kit/server/context/registry.ts';
import { createBuilders } from './builders.ts';
import { importDeclared } from './declared.ts';
import { createDescribe } from './describe.ts';
import type { DescribeStatement, StatementShape } from './describe.ts';
import { valuesOf } from './evaluate.ts';
import { argumentOf, findSites } from './find.ts';
import type { Site } from './find.ts';
import { readKinds } from './js-kinds.ts';
import type { Program } from './reading.ts';
import { differences } from './row-type.ts';
import type { KindOf } from './row-type.ts';
import { placeOf } from './sources.ts';
import type { Sources } from './sources.ts';
import { numbered } from './values.ts';
import type { Sql } from './values.ts';

export interface CheckReport {
  /** The place and the fault. */
  readonly findings: readonly string[];
  /** The number of places that send a statement, and of different statements. */
  readonly sites: number;
  readonly statements: number;
}

export interface CheckInput {
  readonly sources: Sources;
  readonly registry: Registry;
  /** A superuser's connection to a migrated database. */
  readonly client: pg.Client;
  /** Statements that cannot be known before the program runs, by file and source text, each with a reason. */
  readonly exempt?: ReadonlyMap<string, string>;
}

/** Prepares every statement of the program and compares its columns with what its rows are read as. */
export const checkStatements = async ({ sources, registry, client, exempt = new Map() }: CheckInput): Promise<CheckReport> => {
  const parts: Parts = {
    program: await programOf(sources, registry, client),
    describe: remembering(await createDescribe(client)),
    kindOf: await readKinds(client),
  };
  const findings: string[] = [];
  const unused = new Set(exempt.keys());
  const statements = new Set<string>();
  const sites = findSites(sources);
  for (const site of sites) {
    const key = `${placeOf(site.statement).replace(/:\d+$/u, '')} ${site.statement.getText()}`;
    if (exempt.has(key)) {
      unused.delete(key);
      continue;
    }
    const { texts, faults } = await checkSite(parts, site);
    for (const text of texts) statements.add(text);
    findings.push(...[...new Set(faults)].map((command) => `${placeOf(site.statement)} ${command}`));
  }
  findings.push(...[...unused].map((key) => `${key} is exempt, but is not there`));
  return { findings, sites: sites.length, statements: statements.size };
};

interface Parts {
  readonly program: Program;
  readonly describe: DescribeStatement;
  readonly kindOf: KindOf;
}

const programOf = async (sources: Sources, registry: Registry, client: pg.Client): Promise<Program> => {
  const { rows } = await client.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0 and not a.attisdropped`,
  );
  const columns = new Set(rows.map(({ column }) => column));
  const nouns = registry.features.flatMap(({ resource }) => (resource ? [resource] : []));
  const builders = createBuilders(registry, (table, column) => columns.has(`${table}.${column}`));
  return { sources, declared: await importDeclared(sources), builders, nouns };
};

/** Many nouns have statements of the same form, and many places send the same statement. */
const remembering = (describe: DescribeStatement): DescribeStatement => {
  const shapes = new Map<string, Promise<StatementShape>>();
  return (text, { nulls }) => {
    const key = `${nulls} ${text}`;
    const described = shapes.get(key) ?? describe(text, { nulls });
    shapes.set(key, described);
    return described;
  };
};

const checkSite = async (parts: Parts, site: Site): Promise<{ readonly texts: readonly string[]; readonly faults: readonly string[] }> => {
  const forms = new Map<string, Sql>();
  const faults: string[] = [];
  for (const value of valuesOf(parts.program, site.statement)) {
    const text = value.kind === 'object' ? value.properties.get('text')?.value() : value;
    if (text?.kind === 'text') for (const command of commandsOf(text.text)) forms.set(command, { kind: 'sql', parts: [command] });
    else if (value.kind === 'sql') for (const command of commandsOf(numbered(value).text)) forms.set(command, value);
    else
      faults.push(
        `cannot be read from the sources${value.kind === 'unknown' ? `: ${placeOf(value.at)} \`${shortened(value.at.getText())}\` is known only when the program runs` : ''}`,
      );
  }
  for (const [text, form] of forms) faults.push(...(await checkForm(parts, { text, rowTypes: rowTypesOf(parts.program.sources, site, form) })));
  return { texts: [...forms.keys()], faults };
};

const checkForm = async (
  { program, describe, kindOf }: Parts,
  { text, rowTypes }: { readonly text: string; readonly rowTypes: readonly Type[] },
): Promise<readonly string[]> => {
  try {
    const { columns } = await describe(text, { nulls: rowTypes.length > 0 });
    return rowTypes.flatMap((rowType) => differences(program.sources.checker, rowType, { columns, kindOf }));
  } catch (error) {
    return [`is refused by PostgreSQL: ${error instanceof Error ? error.message : String(error)}${excerptAt(error, text)}`];
  }
};

/** Several commands may be sent as one text if they have no parameters. */
const commandsOf = (text: string): readonly string[] =>
  text.includes('$') ? [text] : text.split(/;(?=(?:[^']*'[^']*')*[^']*$)/u).filter((command) => command.trim() !== '');

/** The row type at the place that sends the statement and, where that is open, at the place that writes it. */
const rowTypesOf = ({ checker }: Sources, site: Site, { template }: Sql): readonly Type[] => {
  const writtenType = template && checker.getTypeAtLocation(template);
  const types = [site.rowType, writtenType && argumentOf(checker, writtenType)].flatMap((type) =>
    type && (type.flags & TypeFlags.AnyOrUnknown) === 0 ? [type] : [],
  );
  if (writtenType && types.length < 2 && site.rowType && isOpen(site.rowType)) return [];
  const rowTypes = types.filter((type) => !isOpen(type));
  const distinct = [...new Map(rowTypes.map((type) => [type.id, type])).values()];
  return distinct.length > 0 ? distinct : types.slice(0, 1);
};

/** The type has a type parameter that only a caller determines. */
const isOpen = (type: Type): boolean =>
  (type.flags & TypeFlags.TypeVariable) !== 0 || ((type.isUnionType() || type.isIntersectionType()) && (type.getTypes() ?? []).some(isOpen));

const excerptAt = (error: unknown, text: string): string => {
  const offset = typeof error === 'object' && error !== null && 'position' in error ? Number(error.position) : Number.NaN;
  return Number.isNaN(offset) ? ` in \`${shortened(text)}\`` : ` at \`${shortened(text.slice(Math.max(0, offset - 30), offset + 60))}\``;
};

const shortened = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
};
