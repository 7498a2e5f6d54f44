import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { pathToFileURL } from 'node:url';
import type { Node } from 'typescript/unstable/ast';
import { isCallExpression, isIdentifier, isVariableStatement } from 'typescript/unstable/ast/is';
import type { Sources } from './sources.ts';
import { never, nothing, numbered, sqlOf, textOf, unknownAt } from './values.ts';
import type { UnknownValue, Sql, Value } from './values.ts';

/** Constants that are declarations, with their values in the program, by file and name. */
export type DeclaredValues = ReadonlyMap<string, unknown>;

export const declaredKey = (fileName: string, name: string): string => `${fileName} ${name}`;

const DECLARES: ReadonlySet<string> = new Set(['resource', 'report', 'customQuery', 'customList']);

/** Imports every file that declares a noun or a report. */
export const importDeclared = async ({ files }: Sources): Promise<DeclaredValues> => {
  const declared = new Map<string, unknown>();
  for (const { fileName, statements } of files) {
    const names = statements.flatMap(declaredNames);
    const module: unknown = names.length > 0 ? await import(pathToFileURL(fileName).href) : {};
    for (const name of names) declared.set(declaredKey(fileName, name), Reflect.get(Object(module), name));
  }
  return declared;
};

const declaredNames = (statement: Node): readonly string[] => {
  if (!isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    isIdentifier(name) &&
    initializer &&
    isCallExpression(initializer) &&
    isIdentifier(initializer.expression) &&
    DECLARES.has(initializer.expression.text)
      ? [name.text]
      : [],
  );
};

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The result of a builder where the program never calls it. */
export const inapplicable = Symbol('inapplicable');

/** Converts a value of the running program to the form of values that are read from the sources. */
export const fromProgram = (value: unknown, node: Node): Value => {
  if (value === undefined || value === null) return nothing;
  if (value === inapplicable) return never;
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') return { kind: 'number', number: value };
  if (typeof value === 'boolean') return { kind: 'boolean', boolean: value };
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item: unknown) => fromProgram(item, node)) };
  if (isBuilder(value)) return fromBuilder(value, node);
  return typeof value === 'object' ? { kind: 'native', value } : unknownAt(node);
};

const isBuilder = (value: unknown): value is RawBuilder<unknown> => typeof value === 'object' && value !== null && 'isRawBuilder' in value;

export const textOfBuilder = (builder: RawBuilder<unknown>): string => builder.compile(compiler).sql;

const fromBuilder = (builder: RawBuilder<unknown>, node: Node): Sql => {
  const [first = '', ...rest] = textOfBuilder(builder).split(/\$\d+/u);
  return sqlOf(first, ...rest.flatMap((text): readonly (string | UnknownValue)[] => [{ value: node }, text]));
};

/** The opposite direction, for a builder that takes a fragment. */
export const toBuilder = (value: Sql): RawBuilder<unknown> =>
  sql.join(
    value.parts.map((part) => (typeof part === 'string' ? sql.raw(part) : sql`${null}`)),
    sql``,
  );

/** As a text, number or object of the program; undefined when only the running program knows it. */
export const toProgram = (value: Value): unknown => {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return value.number;
  if (value.kind === 'boolean') return value.boolean;
  if (value.kind === 'native') return value.value;
  return value.kind === 'sql' ? numbered(value).text : undefined;
};
