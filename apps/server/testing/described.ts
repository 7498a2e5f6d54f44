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
  /** Every difference between the description and a request or answer, each once, and the given endpoints of which no method was called. */
  readonly faults: (places?: readonly NamedEndpoint[]) => readonly string[];
}

/** The description that the program publishes over HTTP. */
export const readDescription = async ({ server, person }: Pick<ServerTestbed, 'server' | 'person'>): Promise<Description> => {
  const headers = { 'x-access-token': person('platform').token, 'user-agent': 'node' };
  const answer = await fetch(`${new URL(server.url).origin}${DOCUMENT_PATH}`, { headers });
  return createDescription(recordOf(await answer.json()));
};

const createDescription = (document: Schema): Description => {
  const closed = closedDocument(document);
  const validate = createValidator(closed);
  const faults = new Set<string>();
  const called = new Set<string>();
  return {
    document,
    faults: (places = []) => [...faults, ...places.flatMap(operationsOf).flatMap((name) => (called.has(name) ? [] : [`${name} was never asked`]))],
    note: (exchange) => {
      const { endpoint, method, result } = exchange;
      const place = ['paths', `${BASE_PATH}${openPath(endpoint.path)}`, method.toLowerCase()];
      const name = String(valueAt(closed, place)['operationId']);
      called.add(name);
      const faultsFound = [...answerFaults(closed, place, { answer: result, validate }), ...requestFaults(closed, place, { exchange, validate })];
      for (const fault of faultsFound) faults.add(`${name} ${result.status}: ${fault}`);
    },
  };
};

const operationsOf = ({ name, endpoint: { alsoMethod } }: NamedEndpoint): readonly string[] =>
  alsoMethod ? [name, `${name}.${alsoMethod.toLowerCase()}`] : [name];

type Validate = (steps: readonly string[], value: unknown) => readonly string[];

/** The faults of a value by the schema at a place of the document. */
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
const PROBLEM_TYPE = 'application/problem+json';

const answerFaults = (
  document: Schema,
  place: readonly string[],
  { answer: result, validate }: { readonly answer: CallResult; readonly validate: Validate },
): readonly string[] => {
  const home = resolved(document, [...place, 'responses', String(result.status)]);
  const content = valueAt(document, [...home, 'content']);
  if (!result.type.includes('json')) return '*/*' in content || result.status === 304 ? [] : [`${result.type} is not described`];
  const mediaType = result.type.startsWith(PROBLEM_TYPE) ? PROBLEM_TYPE : JSON_TYPE;
  if (!(mediaType in content)) return [`is not described: ${result.text.slice(0, 200)}`];
  const schema = [...home, 'content', mediaType, 'schema'];
  const branch = Array.isArray(valueAt(document, schema)['oneOf']) ? ['oneOf', result.success ? '0' : '1'] : [];
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
  const inputs = Object.keys(valueAt(document, parameters)).map((index) => valueAt(document, resolved(document, [...parameters, index])));
  const inPath = new Set(inputs.flatMap((each) => (each['in'] === 'path' ? [each['name']] : [])));
  const outside = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.has(name === '*' ? 'path' : name));
  if (method === 'POST' || method === 'PUT') {
    const schema = [...place, 'requestBody', 'content', JSON_TYPE, 'schema'];
    return validate(schema, Object.fromEntries(outside)).map((fault) => `takes ${fault} in ${JSON.stringify(input).slice(0, 300)}`);
  }
  // A list accepts filters of other lists and ignores them.
  if (exchange.endpoint.listOf) return [];
  const known = new Set(inputs.map((each) => each['name']));
  return outside.flatMap(([name]) => (known.has(name) ? [] : [`takes ${name}, which is no parameter`]));
};

/** Resolves a reference: the place itself, or the place that its reference names. */
const resolved = (document: Schema, steps: readonly string[]): readonly string[] => {
  const reference = valueAt(document, steps)['$ref'];
  return typeof reference === 'string' ? reference.slice(2).split('/') : steps;
};

const valueAt = (value: unknown, steps: readonly string[]): Schema => {
  let current = value;
  for (const step of steps) current = isRecord(current) ? current[step] : undefined;
  return recordOf(current);
};
const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {});

/** Parts that several envelopes share. */
const PARTS: ReadonlySet<string> = new Set(['Success', 'Refusal']);

/** The same schema with objects closed to further members, so that an answer with an undescribed member is a fault. */
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
        return [name, Object.fromEntries(Object.entries(recordOf(value)).map(([member, memberSchema]) => [member, closed(memberSchema, false)]))];
      return [name, PLAIN.has(name) ? value : closed(value, false)];
    }),
  );
  if (isPart) return inner;
  if (Array.isArray(schema['allOf'])) return { ...inner, unevaluatedProperties: false };
  return isRecord(schema['properties']) && !('additionalProperties' in schema) ? { ...inner, additionalProperties: false } : inner;
};
/** Members that contain values instead of schemas. */
const PLAIN: ReadonlySet<string> = new Set(['enum', 'const', 'required', 'default']);
