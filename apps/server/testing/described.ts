import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { Schema } from '#kit/server/openapi/api-facts.ts';
import { DOCUMENT_PATH } from '#kit/server/openapi/document.ts';
import { openPath } from '#kit/server/openapi/parameters.ts';
import { isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { CallRecord, CallResult } from '#kit/test/nouns/call-endpoint.ts';
import type { NamedEndpoint } from './positions.ts';
import type { ServerTestbed } from './world.ts';

/** Checks requests and answers against the OpenAPI description. */
export interface Description {
  readonly document: Schema;
  readonly note: (exchange: CallRecord) => void;
  /** What was taken or answered otherwise than it is described, each once, and which of these endpoints nobody asked by one of their methods. */
  readonly faults: (places?: readonly NamedEndpoint[]) => readonly string[];
}

/** The description that the program gives of itself over HTTP. */
export const readDescription = async ({ server, person }: Pick<ServerTestbed, 'server' | 'person'>): Promise<Description> => {
  const headers = { 'x-access-token': person('platform').token, 'user-agent': 'node' };
  const answer = await fetch(`${new URL(server.url).origin}${DOCUMENT_PATH}`, { headers });
  return createDescription(recordOf(await answer.json()));
};

const createDescription = (document: Schema): Description => {
  const closed = closedDocument(document);
  const validate = createValidator(closed);
  const faults = new Set<string>();
  const asked = new Set<string>();
  return {
    document,
    faults: (places = []) => [...faults, ...places.flatMap(operationsOf).flatMap((name) => (asked.has(name) ? [] : [`${name} was never asked`]))],
    note: (exchange) => {
      const { endpoint, method, result } = exchange;
      const place = ['paths', `${BASE_PATH}${openPath(endpoint.path)}`, method.toLowerCase()];
      const name = String(at(closed, place)['operationId']);
      asked.add(name);
      const told = [...answerFaults(closed, place, { heard: result, validate }), ...requestFaults(closed, place, { exchange, validate })];
      for (const fault of told) faults.add(`${name} ${result.status}: ${fault}`);
    },
  };
};

const operationsOf = ({ name, endpoint: { alsoMethod } }: NamedEndpoint): readonly string[] =>
  alsoMethod ? [name, `${name}.${alsoMethod.toLowerCase()}`] : [name];

type Validate = (steps: readonly string[], value: unknown) => readonly string[];

/** Says what is wrong with a value by the schema that stands at a place of the document. */
const createValidator = (document: Schema): Validate => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
  addFormats(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string): ValidateFunction => {
    const validator = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validator);
    return validator;
  };
  return (steps, value) => {
    const validator = validatorOf(steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join(''));
    if (validator(value)) return [];
    return (validator.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };
};

const JSON_TYPE = 'application/json';

const answerFaults = (
  document: Schema,
  place: readonly string[],
  { heard: result, validate }: { readonly heard: CallResult; readonly validate: Validate },
): readonly string[] => {
  const home = resolved(document, [...place, 'responses', String(result.status)]);
  const content = at(document, [...home, 'content']);
  if (!result.type.includes('json')) return '*/*' in content || result.status === 304 ? [] : [`${result.type} is not described`];
  if (!(JSON_TYPE in content)) return [`is not described: ${result.text.slice(0, 200)}`];
  const schema = [...home, 'content', JSON_TYPE, 'schema'];
  const branch = Array.isArray(at(document, schema)['oneOf']) ? ['oneOf', result.success ? '0' : '1'] : [];
  return validate([...schema, ...branch], JSON.parse(result.text)).map((fault) => `${fault} in ${result.text.slice(0, 300)}`);
};

/** An accepted request must be valid by the description. */
const requestFaults = (
  document: Schema,
  place: readonly string[],
  { exchange, validate }: { readonly exchange: CallRecord; readonly validate: Validate },
): readonly string[] => {
  const { input, result, method } = exchange;
  if (!result.success || !input) return [];
  const parameters = [...place, 'parameters'];
  const named = Object.keys(at(document, parameters)).map((index) => at(document, resolved(document, [...parameters, index])));
  const inPath = new Set(named.flatMap((each) => (each['in'] === 'path' ? [each['name']] : [])));
  const outside = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.has(name === '*' ? 'path' : name));
  if (method === 'POST' || method === 'PUT') {
    const schema = [...place, 'requestBody', 'content', JSON_TYPE, 'schema'];
    return validate(schema, Object.fromEntries(outside)).map((fault) => `takes ${fault} in ${JSON.stringify(input).slice(0, 300)}`);
  }
  // A list takes filters of others along and does as if they were not there.
  if (exchange.endpoint.listOf) return [];
  const known = new Set(named.map((each) => each['name']));
  return outside.flatMap(([name]) => (known.has(name) ? [] : [`takes ${name}, which is no parameter`]));
};

/** Resolves a reference: the place itself, or the one its reference names. */
const resolved = (document: Schema, steps: readonly string[]): readonly string[] => {
  const reference = at(document, steps)['$ref'];
  return typeof reference === 'string' ? reference.slice(2).split('/') : steps;
};

const at = (value: unknown, steps: readonly string[]): Schema => {
  let found = value;
  for (const step of steps) found = isRecord(found) ? found[step] : undefined;
  return recordOf(found);
};
const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {});

/** Parts that several envelopes are made of. */
const PARTS: ReadonlySet<string> = new Set(['Success', 'Refusal']);

/** The same with objects that have no other members than are named: an answer that says more is not described. */
const closedDocument = (document: Schema): Schema => {
  const { schemas, responses, parameters } = recordOf(document['components']);
  const closedSchemas = Object.fromEntries(Object.entries(recordOf(schemas)).map(([name, schema]) => [name, closed(schema, PARTS.has(name))]));
  return { paths: closed(document['paths'], false), components: { schemas: closedSchemas, responses: closed(responses, false), parameters } };
};

const closed = (schema: unknown, isPart: boolean): unknown => {
  if (Array.isArray(schema)) return schema.map((each: unknown) => closed(each, false));
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]): [string, unknown] => {
      if (name === 'allOf' && Array.isArray(value)) return [name, value.map((each: unknown) => closed(each, true))];
      if (name === 'properties')
        return [name, Object.fromEntries(Object.entries(recordOf(value)).map(([member, of]) => [member, closed(of, false)]))];
      return [name, PLAIN.has(name) ? value : closed(value, false)];
    }),
  );
  if (isPart) return inner;
  if (Array.isArray(schema['allOf'])) return { ...inner, unevaluatedProperties: false };
  return isRecord(schema['properties']) && !('additionalProperties' in schema) ? { ...inner, additionalProperties: false } : inner;
};
/** Members that hold values and no schemas. */
const PLAIN: ReadonlySet<string> = new Set(['enum', 'const', 'required', 'default']);
