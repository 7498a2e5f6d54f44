import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import independent from 'ocpp-rpc/lib/schemas/ocpp1_6.json' with { type: 'json' };

/** The part of JSON Schema that the instance generator supports. */
export interface Schema {
  readonly $id?: string | undefined;
  readonly $ref?: string | undefined;
  readonly definitions?: Readonly<Record<string, Schema | undefined>> | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema | undefined>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly maxLength?: number | undefined;
  readonly format?: string | undefined;
}

/** The OCPP 1.6 schemas of ocpp-rpc: an independent copy, and another one than the source of the generated checks. */
const published: readonly unknown[] = independent;
export const schemas: readonly Schema[] = published.filter((schema): schema is Schema => typeof schema === 'object');

const ajv = new Ajv({ strict: false });
addFormats(ajv);
// `urn:X.req` is not a valid URN and newer parsers of identifiers refuse it, so the key alone identifies a schema.
for (const { $id = '', ...schema } of schemas) ajv.addSchema(schema, $id.replace('urn:', ''));

/** The schema `req` or `conf` of an action, strict. */
export const strictOf = (action: string, part: 'req' | 'conf'): ValidateFunction => {
  const schema = ajv.getSchema(`${action}.${part}`);
  if (!schema) throw new Error(`no schema ${action}.${part}`);
  return schema;
};

export const schemaOf = (action: string, part: 'req' | 'conf'): Schema => {
  const schema = schemas.find(({ $id }) => $id === `urn:${action}.${part}`);
  if (!schema) throw new Error(`no schema ${action}.${part}`);
  return resolved(schema, schema.definitions ?? {});
};

/** The schema with its definitions in place of the references to them. */
const resolved = (schema: Schema, definitions: NonNullable<Schema['definitions']>): Schema => {
  const { properties, items, ...rest } = definitions[definitionOf(schema)] ?? schema;
  const fields = Object.entries(properties ?? {}).map(([name, child]) => [name, resolved(child ?? {}, definitions)] as const);
  return { ...rest, ...(properties && { properties: Object.fromEntries(fields) }), ...(items && { items: resolved(items, definitions) }) };
};

const definitionOf = ({ $ref = '' }: Schema): string => $ref.replace('#/definitions/', '');
