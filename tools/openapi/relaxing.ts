import type { Schema } from '#kit/server/openapi/api-facts.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** A schema in which none of these members is demanded, at any depth. */
export const without = (schema: unknown, hidden: ReadonlySet<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((each: unknown) => without(each, hidden));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
      if (name !== 'required' || !Array.isArray(value)) return [[name, without(value, hidden)]];
      const kept = value.filter((each) => !hidden.has(String(each)));
      return kept.length > 0 ? [[name, kept]] : [];
    }),
  );
};

/** Takes what a role may not be shown from what answers demand; a named schema is freed of what any answer that holds it may be without. */
export const relaxed = (
  answers: Schemas,
  schemas: Schemas,
  hiddenFrom: (answer: string) => ReadonlySet<string>,
): { readonly answers: Schemas; readonly schemas: Schemas } => {
  const hiddenIn = new Map<string, Set<string>>();
  for (const [name, answer] of Object.entries(answers))
    for (const held of heldBy(answer, schemas)) hiddenIn.set(held, new Set([...(hiddenIn.get(held) ?? []), ...hiddenFrom(name)]));
  const each = (of: Schemas, hidden: (name: string) => ReadonlySet<string>): Schemas =>
    Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, Object(without(schema, hidden(name)))]));
  return { answers: each(answers, hiddenFrom), schemas: each(schemas, (name) => hiddenIn.get(name) ?? new Set()) };
};

/** The named schemas that a schema leads to. */
const heldBy = (schema: Schema, schemas: Schemas, found: Set<string> = new Set()): ReadonlySet<string> => {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const named = name === undefined || found.has(name) ? undefined : schemas[name];
    if (name === undefined || !named) continue;
    found.add(name);
    heldBy(named, schemas, found);
  }
  return found;
};
