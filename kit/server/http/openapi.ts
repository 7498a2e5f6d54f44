import type { Field, Kind, FieldShape } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import { readable } from '#kit/resource/resource.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { BASE_PATH } from './router.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of all endpoints, read from the same values as the router. */
export const openApiOf = (endpoints: readonly Endpoint[]): Schema => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    for (const method of [endpoint.method, endpoint.alsoMethod ?? endpoint.method]) {
      (paths[`${BASE_PATH}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`] ??= {})[method.toLowerCase()] = operation(endpoint, method);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'ChargeOps', version: '1' },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
    paths,
  };
};

const operation = (endpoint: Endpoint, method: string): Schema => {
  const inQuery = method === 'GET' || method === 'DELETE';
  const listed = endpoint.listOf ?? endpoint.queried;
  const filters = listed
    ? readable(listed)
        .filter(([, field]) => field.filter)
        .flatMap(([name, field]) => (field.filter === 'between' ? [`${name}_begin`, `${name}_end`] : [name]))
    : [];
  const paging = endpoint.listOf ? ['pageNo', 'pageSize', 'column', 'order'] : [];
  const parameters = inQuery
    ? Object.entries(endpoint.input).map(([name, field]) => parameter(name, !field.optional && !endpoint.sparse, schemaOf(field)))
    : [];
  return {
    summary: endpoint.allow,
    ...(endpoint.allow !== 'public' && { security: [{ token: [] }] }),
    ...(endpoint.proof && { 'x-proof-of-identity': { for: endpoint.proof, prove: `${stepUpApi.prove.method} ${BASE_PATH}${stepUpApi.prove.path}` } }),
    parameters: [
      ...parameters,
      ...[...filters, ...paging].map((name) => parameter(name, false, { type: 'string' })),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(!inQuery && {
      requestBody: {
        content: {
          [endpoint.upload ? 'multipart/form-data' : 'application/json']: {
            schema: endpoint.upload ? { type: 'object' } : objectOf(endpoint.input, endpoint.sparse === true),
          },
        },
      },
    }),
    responses: {
      200: {
        description: endpoint.output.form,
        ...(endpoint.output.of && { content: { 'application/json': { schema: objectOf(endpoint.output.of, false) } } }),
      },
    },
  };
};

const parameter = (name: string, required: boolean, schema: Schema): Schema => ({ name, in: 'query', required, schema });
const idempotencyKey: Schema = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 1, maxLength: 200 } };
const objectOf = (shape: FieldShape, sparse: boolean): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, schemaOf(field)])),
  required: sparse ? [] : Object.entries(shape).flatMap(([name, field]) => (field.optional ? [] : [name])),
});

const types: Readonly<Partial<Record<Kind, Schema>>> = {
  count: { type: 'integer' },
  percent: { type: 'integer' },
  instant: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  choices: { type: 'array' },
  json: {},
};

const schemaOf = (field: Field): Schema => {
  if (field.codes)
    return {
      enum: Object.values(field.codes.items).map((item) => item.value),
      description: Object.values(field.codes.items)
        .map((item) => `${item.value} ${say(item.words, 'en_US')}`)
        .join(', '),
    };
  if (field.kind === 'list') return { type: 'array', maxItems: field.max, items: objectOf(field.of ?? {}, false) };
  const known = types[field.kind];
  return (
    known ?? {
      type: 'string',
      ...(field.kind === 'decimal' || field.kind === 'money'
        ? { description: `decimal, ${field.scale ?? 0} digits after the point` }
        : { maxLength: field.max }),
    }
  );
};
