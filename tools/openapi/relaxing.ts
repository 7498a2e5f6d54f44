import type { Schema } from '#kit/server/openapi/api-facts.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** The schema without these members among the required ones, at any depth. */
export const withoutRequired = (schema: unknown, hidden: ReadonlySet<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((relaxAll: unknown) => withoutRequired(relaxAll, hidden));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
      if (name !== 'required' || !Array.isArray(value)) return [[name, withoutRequired(value, hidden)]];
      const required = value.filter((relaxAll) => !hidden.has(String(relaxAll)));
      return required.length > 0 ? [[name, required]] : [];
    }),
  );
};

/**
 * Removes members that a role may not be shown from the required members of answers. In a named schema, every member that is hidden in any answer
 * with this schema becomes optional.
 */
export const relaxed = (
  answers: Schemas,
  schemas: Schemas,
  hiddenFrom: (answer: string) => ReadonlySet<string>,
): { readonly answers: Schemas; readonly schemas: Schemas } => {
  const hiddenIn = new Map<string, Set<string>>();
  for (const [name, answer] of Object.entries(answers))
    for (const schemaName of schemasIn(answer, schemas))
      hiddenIn.set(schemaName, new Set([...(hiddenIn.get(schemaName) ?? []), ...hiddenFrom(name)]));
  const relaxAll = (of: Schemas, hidden: (name: string) => ReadonlySet<string>): Schemas =>
    Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, Object(withoutRequired(schema, hidden(name)))]));
  return { answers: relaxAll(answers, hiddenFrom), schemas: relaxAll(schemas, (name) => hiddenIn.get(name) ?? new Set()) };
};

/** The named schemas that a schema refers to. */
const schemasIn = (schema: Schema, schemas: Schemas, names: Set<string> = new Set()): ReadonlySet<string> => {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const named = name === undefined || names.has(name) ? undefined : schemas[name];
    if (name === undefined || !named) continue;
    names.add(name);
    schemasIn(named, schemas, names);
  }
  return names;
};
