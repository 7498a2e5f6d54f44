import type { Schema } from './strict.ts';

/** Only the required fields, with the shortest values. */
export const minimal = (schema: Schema): unknown => make(schema, { full: false, pick: () => 0 });

/** Every field, the longest texts, two elements a list; `pick` chooses among the words of an enumeration. */
export const maximal = (schema: Schema, pick: (count: number) => number = (count) => count - 1): unknown => make(schema, { full: true, pick });

interface InstanceOptions {
  readonly full: boolean;
  readonly pick: (count: number) => number;
}

const make = (schema: Schema, how: InstanceOptions): unknown => {
  if (schema.enum) return schema.enum[how.pick(schema.enum.length)];
  switch (schema.type) {
    case 'object':
      return object(schema, how);
    case 'array':
      return how.full ? [make(schema.items ?? {}, how), make(schema.items ?? {}, how)] : [];
    case 'integer':
      return how.full ? 2_147_483_647 : 1;
    case 'number':
      return how.full ? 1_000 : 0;
    case 'boolean':
      return how.full;
    default:
      return text(schema, how);
  }
};

const object = (schema: Schema, how: InstanceOptions): unknown => {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => how.full || required.has(name));
  return Object.fromEntries(fields.map(([name, child]) => [name, make(child ?? {}, how)]));
};

const text = (schema: Schema, { full }: InstanceOptions): string => {
  if (schema.format === 'date-time') return full ? '2026-11-20T23:59:59.123456+08:00' : '2026-11-20T23:59:59Z';
  if (schema.format === 'uri') return 'https://example.test/a';
  // A sampled value without a bound is a reading; elsewhere the longest text has four-byte characters.
  return full ? (schema.maxLength === undefined ? '123.5' : '𝟙'.repeat(schema.maxLength)) : '1';
};
