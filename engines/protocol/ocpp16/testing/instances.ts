import type { Schema } from './strict.ts';

/** Only the required fields, with the shortest values. */
export const minimal = (schema: Schema): unknown => instanceOf(schema, { full: false, pick: () => 0 });

/** Every field, the longest texts, and two elements in each list; `pick` chooses among the values of an enumeration. */
export const maximal = (schema: Schema, pick: (count: number) => number = (count) => count - 1): unknown => instanceOf(schema, { full: true, pick });

interface InstanceOptions {
  readonly full: boolean;
  readonly pick: (count: number) => number;
}

const instanceOf = (schema: Schema, options: InstanceOptions): unknown => {
  if (schema.enum) return schema.enum[options.pick(schema.enum.length)];
  switch (schema.type) {
    case 'object':
      return object(schema, options);
    case 'array':
      return options.full ? [instanceOf(schema.items ?? {}, options), instanceOf(schema.items ?? {}, options)] : [];
    case 'integer':
      return options.full ? 2_147_483_647 : 1;
    case 'number':
      return options.full ? 1_000 : 0;
    case 'boolean':
      return options.full;
    default:
      return text(schema, options);
  }
};

const object = (schema: Schema, options: InstanceOptions): unknown => {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => options.full || required.has(name));
  return Object.fromEntries(fields.map(([name, child]) => [name, instanceOf(child ?? {}, options)]));
};

const text = (schema: Schema, { full }: InstanceOptions): string => {
  if (schema.format === 'date-time') return full ? '2026-11-20T23:59:59.123456+08:00' : '2026-11-20T23:59:59Z';
  if (schema.format === 'uri') return 'https://example.test/a';
  // A sampled value without a bound is a reading; elsewhere the longest text consists of four-byte characters.
  return full ? (schema.maxLength === undefined ? '123.5' : '𝟙'.repeat(schema.maxLength)) : '1';
};
