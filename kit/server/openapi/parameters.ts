import type { Field, FieldShape } from '#kit/fields/field.ts';
import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { readable, sortableFields } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { isOrdered } from '../lists/filter-grammar.ts';
import { isInQuery } from './api-facts.ts';
import type { Schema } from './api-facts.ts';
import { inputSchema, isRequired } from './field-schemas.ts';

/** The path of a route in OpenAPI: `/a/:id` becomes `/a/{id}`, and `*` becomes a parameter `path`. */
export const openPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}').replace('*', `{${REST}}`);

const REST = 'path';
const namesInPath = (path: string): ReadonlySet<string> => new Set([...path.matchAll(/:(\w+)|\*/g)].map(([whole, name]) => name ?? whole));

/** The inputs that are not in the path. */
export const outsidePath = ({ path, input }: Endpoint): FieldShape => {
  const inPath = namesInPath(path);
  return Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
};

/** The path, query and header parameters of an endpoint when it is called with a method. */
export const parametersOf = (
  endpoint: Endpoint,
  method: string,
  options: { readonly key: string | undefined; readonly isSigned: boolean },
): readonly Schema[] => {
  const sparse = endpoint.sparse ? { key: options.key } : undefined;
  const queried = isInQuery(method)
    ? Object.entries(outsidePath(endpoint)).map(([name, field]) => inQuery(name, field, isRequired(name, field, sparse)))
    : [];
  const listNoun = endpoint.listOf ?? endpoint.queryOf;
  const inputNames = new Set(Object.keys(endpoint.input));
  return [
    ...[...namesInPath(endpoint.path)].map((name) => inPath(name, endpoint.input[name])),
    ...queried,
    ...(listNoun ? listParameters(listNoun).filter(({ name }) => !inputNames.has(String(name))) : []),
    ...(endpoint.idempotent ? [sharedRef('IdempotencyKey')] : []),
    ...(endpoint.etag ? [sharedRef('IfNoneMatch')] : []),
    ...(options.isSigned ? [sharedRef('Timestamp')] : []),
    ...(endpoint.allow === 'public' ? [] : [sharedRef('Tenant')]),
    sharedRef('Language'),
  ];
};

const sharedRef = (name: keyof typeof sharedParameters): Schema => ({ $ref: `#/components/parameters/${name}` });

const inPath = (name: string, field: Field | undefined): Schema => ({
  name: name === '*' ? REST : name,
  in: 'path',
  required: true,
  ...(name === '*' && { description: 'May hold slashes, as they are.' }),
  schema: field ? inputSchema({ ...field, optional: false }) : { type: 'string' },
});

const inQuery = (name: string, field: Field, required: boolean): Schema => ({
  name,
  in: 'query',
  required,
  ...(field.kind === 'choices' && { style: 'form', explode: false }),
  schema: inputSchema({ ...field, optional: false }),
});

const text: Schema = { type: 'string' };
const queryParameter = (name: string, schema: Schema): Schema => ({ name, in: 'query', required: false, schema });

/** The filters, order, page and advanced query of a list. */
const listParameters = (noun: AnyResource): readonly Schema[] => {
  const filters = readable(noun).flatMap(([name, field]) =>
    field.filter === undefined
      ? []
      : [
          queryParameter(name, { $ref: '#/components/schemas/Filter' }),
          ...(isOrdered(field) ? [queryParameter(`${name}_begin`, text), queryParameter(`${name}_end`, text)] : []),
          queryParameter(`${name}_MultiString`, { $ref: '#/components/schemas/FilterValues' }),
        ],
  );
  return [
    ...filters,
    queryParameter('column', { enum: sortable(noun) }),
    sharedRef('Order'),
    sharedRef('PageNo'),
    sharedRef('PageSize'),
    sharedRef('AdvancedQuery'),
    sharedRef('AdvancedQueryMatch'),
  ];
};

const sortable = (noun: AnyResource): readonly string[] => [...new Set([...sortableFields(noun), noun.sort?.column ?? 'createTime'])];

/** Parameters that many endpoints share. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A new value for each act, the same one to try again: the act happens once, and a repeat gets the answer of the first call.',
    schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,200}$` },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the answer that the client has: 304 when it still holds.',
    schema: text,
  },
  Timestamp: {
    name: 'X-Timestamp',
    in: 'header',
    required: true,
    description: 'When the request was signed: epoch milliseconds, or yyyyMMddHHmmss in UTC, at most 300 s off.',
    schema: { type: 'string', pattern: String.raw`^(\d{13}|\d{14})$` },
  },
  Tenant: {
    name: 'tenant-id',
    in: 'header',
    required: false,
    description: 'Narrows what the session sees to one of its tenants. It never widens it; 0 means nothing.',
    schema: { type: 'string', pattern: String.raw`^\d{1,18}$` },
  },
  Language: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'zh-CN, zh-TW or en: the language of messages and of the words beside codes.',
    schema: text,
  },
  PageNo: { name: 'pageNo', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
  PageSize: {
    name: 'pageSize',
    in: 'query',
    required: false,
    description: `More than ${PAGE_SIZE_MAX} is answered with ${PAGE_SIZE_MAX}, and the message says so. What has no pages takes it and does as if it were not there.`,
    schema: { type: 'integer', minimum: 1, default: 10 },
  },
  Order: { name: 'order', in: 'query', required: false, schema: { enum: ['asc', 'desc'] } },
  AdvancedQuery: {
    name: QUERY_PARAMS,
    in: 'query',
    required: false,
    description: 'A JSON list of {field, rule, val}, URI-encoded once more as clients of this family do, or as it is.',
    schema: text,
  },
  AdvancedQueryMatch: { name: QUERY_MATCH, in: 'query', required: false, schema: { enum: ['and', 'or'], default: 'and' } },
} as const satisfies Readonly<Record<string, Schema>>;

/** The schemas of list filters. */
export const filterSchemas: Readonly<Record<string, Schema>> = {
  Filter: {
    type: 'string',
    description:
      'A value; several with commas between; `!x` for all others. Texts: `*x*`, `x*`, `*x`. What has an order: `>= x`, `<= x`, `> x`, `< x`, with a space between.',
  },
  FilterValues: { type: 'string', description: 'Several values with commas between.' },
};
