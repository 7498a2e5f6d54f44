import { say } from '#kit/fields/words.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { ruleableFields } from '#kit/resource/rights/ruleable-fields.ts';
import { kitRefusals } from '../refusals.ts';
import { isInQuery } from './api-facts.ts';
import type { ApiFacts, NamedEndpoint, Schema } from './api-facts.ts';
import { everyField, rowSchema } from './field-schemas.ts';

/** The answer of a successful call, and of a business refusal, which has the same HTTP status. */
export const successOf = ({ feature, name, endpoint }: NamedEndpoint, facts: ApiFacts): Schema => {
  const { form } = endpoint.output;
  const refused = { $ref: '#/components/schemas/Refused' };
  if (form === 'file')
    return {
      description: 'The file, or a refusal as JSON.',
      headers: fileHeaders,
      content: { '*/*': { schema: bytes }, 'application/json': { schema: refused } },
    };
  const result = resultOf({ feature, name, endpoint }, facts);
  if (endpoint.publicStatus !== undefined) return { description: 'Done; the bare value.', content: { 'application/json': { schema: result } } };
  const success = form === 'bare' ? result : { allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { result }, required: ['result'] }] };
  return {
    description: form === 'bare' ? 'The rows without an envelope, or a refusal.' : 'Done, or refused: `success` says which.',
    ...(endpoint.etag && { headers: { ETag: { description: 'Names this result.', schema: { type: 'string' } } } }),
    content: { 'application/json': { schema: { oneOf: [success, refused] } } },
  };
};

const bytes: Schema = { type: 'string', format: 'binary' };
const fileHeaders: Schema = { 'Content-Disposition': { description: 'Its name, as RFC 6266 says it.', schema: { type: 'string' } } };

const resultOf = ({ feature, name, endpoint }: NamedEndpoint, { answers }: ApiFacts): Schema => {
  const { form, of } = endpoint.output;
  const derived = answers[`${feature.name}.${name}`];
  const row = of && rowSchema(of, shownTo({ feature, endpoint }, of));
  switch (form) {
    case 'nothing':
      return { type: 'null' };
    case 'words':
      return { type: 'string', description: 'The same as the message.' };
    case 'row':
      return row ?? {};
    case 'rows':
    case 'bare':
      return derived ?? { type: 'array', items: row ?? {} };
    case 'page': {
      const page = pageSchema(row ?? {});
      return derived ? { allOf: [page, derived] } : page;
    }
    case 'opaque':
    case 'withMessage':
      return derived ?? {};
    case 'file':
      return bytes;
  }
};

/** The fields that every answer contains; a rule of a role may remove the others. */
const shownTo = ({ feature, endpoint }: Pick<NamedEndpoint, 'feature' | 'endpoint'>, of: FieldShape): readonly string[] => {
  const noun = endpoint.listOf ?? feature.resource;
  const hidden = new Set([...(noun ? ruleableFields(noun) : []), ...Object.keys(endpoint.sums ?? {})]);
  return everyField(of).filter((name) => !hidden.has(name));
};

const wholeNumber: Schema = { type: 'integer', minimum: 0 };
const pageSchema = (row: Schema): Schema => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: row },
    total: wholeNumber,
    totalCapped: { type: 'boolean', description: 'There are more than `total`.' },
    size: wholeNumber,
    current: wholeNumber,
    pages: wholeNumber,
  },
  required: ['records', 'total', 'totalCapped', 'size', 'current', 'pages'],
});

/** The HTTP statuses of failed calls. */
export const failuresOf = ({ feature, endpoint }: NamedEndpoint, method: string): readonly FailureStatus[] => {
  const isPublic = endpoint.allow === 'public';
  const changes = method !== 'GET' || endpoint.changes === true;
  const hasInput = Object.keys(endpoint.input).length > 0;
  const applies: Readonly<Record<FailureStatus, boolean>> = {
    400: true,
    401: !isPublic || endpoint.bearer === true,
    403: !isPublic || changes || endpoint.bearer === true,
    404: hasInput || feature.resource !== undefined,
    408: hasBody(method),
    409: (changes && hasInput) || endpoint.bearer === true,
    413: hasBody(method),
    422: (endpoint.idempotent === true || endpoint.bearer === true) && endpoint.publicStatus === undefined,
    429: endpoint.listOf !== undefined || endpoint.queryOf !== undefined || endpoint.bearer === true || endpoint.publicStatus !== undefined,
    500: true,
    503: true,
  };
  return failureStatuses.filter((status) => applies[status]);
};

const hasBody = (method: string): boolean => !isInQuery(method);

export type FailureStatus = (typeof failureStatuses)[number];
const failureStatuses = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 503] as const;

const failureNames: Readonly<Record<FailureStatus, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'What was sent cannot be read. `result.fields` says of each input what is wrong with it.'],
  401: ['SignedOut', 'There is no session, or it has ended.'],
  403: ['Forbidden', 'The session has not the permission, or the request comes from another site.'],
  404: ['NotFound', 'What was named does not exist for this session; a foreign row answers as an absent one.'],
  408: ['TooSlow', 'The body comes too slowly; the connection ends, without a word.'],
  409: ['Conflict', 'Somebody else has changed the row; `result` is the row as it is now.'],
  413: ['TooLarge', 'The body is too large.'],
  422: ['KeyReused', 'The Idempotency-Key was used for another request.'],
  429: ['TooMany', 'Asked for too much in a day.'],
  500: ['Broken', 'A mistake of ours; the message names it for the log.'],
  503: ['Away', 'Not at the moment; `Retry-After` says when to try again.'],
};

/** The answer of a failed call of a public API. */
export const problemOf = (status: FailureStatus): Schema => ({
  description: failureNames[status][1],
  ...(status === 429 && { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

export const failureRef = (status: FailureStatus): Schema => ({ $ref: `#/components/responses/${failureNames[status][0]}` });

/** One response for each status, with the names of its refusals. */
export const sharedResponses = ({ refusals }: ApiFacts, features: readonly Feature[]): Readonly<Record<string, Schema>> => {
  const words = new Map([...features.flatMap(({ refusals: nounRefusals }) => Object.entries(nounRefusals ?? {})), ...Object.entries(kitRefusals)]);
  return Object.fromEntries(
    failureStatuses.map((status) => {
      const [name, description] = failureNames[status];
      const codes = Object.keys(refusals).filter((code) => refusals[code]?.includes(status));
      const refusalLines = codes.map((code) => `- \`${code}\` ${say(words.get(code) ?? ['', '', ''], 'en_US')}`);
      const properties = { code: { const: status }, ...(codes.length > 0 && { refusal: { enum: codes } }) };
      return [
        name,
        {
          description: [description, ...refusalLines].join('\n'),
          ...(status === 503 && { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }),
          ...(status !== 408 && {
            content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties }] } } },
          }),
        },
      ] as const;
    }),
  );
};

const envelopeMembers = {
  message: { type: 'string', description: 'For people.' },
  timestamp: { type: 'integer', description: 'When it was answered, epoch ms.' },
} as const;

/** The schemas of the envelopes of all answers. */
export const envelopeSchemas = ({ refusals }: ApiFacts): Readonly<Record<string, Schema>> => {
  const inEnvelope = Object.keys(refusals).filter((code) => refusals[code]?.some((status) => status === 200 || status === 412 || code === 'tooSlow'));
  return {
    Success: {
      type: 'object',
      properties: {
        success: { const: true },
        ...envelopeMembers,
        code: { enum: [200, 201], description: '201: an import of which some rows were not taken.' },
        result: {},
      },
      required: ['success', 'message', 'code', 'result', 'timestamp'],
    },
    Refusal: {
      type: 'object',
      properties: {
        success: { const: false },
        ...envelopeMembers,
        code: { type: 'integer' },
        result: { description: 'More for programs, such as what is wrong with each field; null when there is none.' },
        refusal: { type: 'string', description: 'Its name, for programs.' },
      },
      required: ['success', 'message', 'code', 'result', 'timestamp', 'refusal'],
    },
    Problem: {
      description: 'A failure of a public API, as RFC 9457 says.',
      type: 'object',
      properties: {
        type: { type: 'string' },
        code: { type: 'string', description: 'Its name, for programs.' },
        title: { type: 'string', description: 'For people.' },
        status: { type: 'integer' },
        reference: { type: 'string', description: 'Names the failure in our log.' },
        retryAfter: { type: 'integer', description: 'Seconds.' },
        fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong with each input.' },
        next: { type: 'object', additionalProperties: true, description: 'What to show next.' },
        detail: { type: 'object', additionalProperties: true, description: 'More for programs.' },
      },
      required: ['type', 'code', 'title', 'status', 'reference'],
    },
    Refused: {
      description: 'A no of the business, which comes with HTTP 200 as clients of this family expect. 412: move the slider and try again.',
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        { properties: { code: { enum: [500, 412] }, ...(inEnvelope.length > 0 && { refusal: { enum: inEnvelope } }) } },
      ],
    },
  };
};

/** The answer to a request whose ETag still matches. */
export const notModified: Schema = { description: 'Nothing has changed since the answer that `If-None-Match` names.' };
