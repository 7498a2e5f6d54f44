import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import independent from 'ocpp-rpc/lib/schemas/ocpp1_6.json' with { type: 'json' };

/** A JSON Schema, as far as the instance makers read it. */
export interface Schema {
  readonly $id?: string | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, Schema | undefined>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Schema | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly maxLength?: number | undefined;
  readonly format?: string | undefined;
}

/** The OCPP 1.6 schemas of ocpp-rpc: a copy nobody here wrote, and another one than the checks are generated from. */
const published: readonly unknown[] = independent;
export const schemas: readonly Schema[] = published.filter((schema): schema is Schema => typeof schema === 'object');

const ajv = new Ajv({ strict: false });
addFormats(ajv);
// `urn:X.req` is no valid URN, which newer readers of identifiers refuse: the key alone names a schema.
for (const { $id = '', ...schema } of schemas) ajv.addSchema(schema, $id.replace('urn:', ''));

/** `req` or `conf` of an action, strict. */
export const strictOf = (action: string, part: 'req' | 'conf'): ValidateFunction => {
  const found = ajv.getSchema(`${action}.${part}`);
  if (!found) throw new Error(`no schema ${action}.${part}`);
  return found;
};

export const schemaOf = (action: string, part: 'req' | 'conf'): Schema => {
  const found = schemas.find(({ $id }) => $id === `urn:${action}.${part}`);
  if (!found) throw new Error(`no schema ${action}.${part}`);
  return found;
};
