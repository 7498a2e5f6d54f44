import { count, optional } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import { SPOOLED_BYTES_MAX } from '#kit/resource/endpoint.ts';
import type { Endpoint, Method } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { endpointTitle, featureTitle } from '#kit/resource/log-titles.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { isSignedPath } from '../security/signing.ts';
import type { Signing } from '../security/signing.ts';
import { isInQuery } from './api-facts.ts';
import type { ApiFacts, NamedEndpoint, Schema } from './api-facts.ts';
import { inputProperties, inputsSchema } from './field-schemas.ts';
import { filterSchemas, openPath, outsidePath, parametersOf, sharedParameters } from './parameters.ts';
import { ABOUT, DOCUMENT_PATH, extraPaths } from './extra-paths.ts';
import { envelopeSchemas, failureRef, failuresOf, problemOf, sharedResponses, successOf, notModified } from './responses.ts';

export interface ApiParts {
  /** The mounted endpoints. */
  readonly endpoints: readonly Endpoint[];
  readonly features: readonly Feature[];
  readonly facts: ApiFacts;
  /** The paths that need a signature; absent: none. */
  readonly signing?: Signing | undefined;
}

/** The OpenAPI 3.1 document of all endpoints, built from the values that the router uses. */
export const openApiOf = ({ endpoints, features, facts, signing }: ApiParts): Schema => {
  const mounted = new Set(endpoints);
  const namedEndpoints = features.flatMap((feature) =>
    Object.entries(feature.api).flatMap(([name, endpoint]) => (mounted.has(endpoint) ? [{ feature, name, endpoint }] : [])),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of namedEndpoints)
    for (const method of methodsOf(operation.endpoint))
      (paths[`${BASE_PATH}${openPath(operation.endpoint.path)}`] ??= {})[method.toLowerCase()] = operationSchema(operation, method, {
        facts,
        signing,
      });
  return {
    openapi: '3.1.0',
    info: { title: 'ChargeOps', version: '1', description: ABOUT },
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    servers: [{ url: '/', description: 'Where this document came from.' }],
    tags: tagsOf(namedEndpoints),
    paths: { ...paths, ...extraPaths },
    components: {
      securitySchemes,
      parameters: sharedParameters,
      responses: sharedResponses(facts, features),
      schemas: { ...facts.schemas, ...filterSchemas, ...envelopeSchemas(facts) },
    },
  };
};

export { DOCUMENT_PATH };

const securitySchemes: Schema = {
  token: { type: 'apiKey', in: 'header', name: 'X-Access-Token', description: 'What a sign-in answered as `token`.' },
  key: { type: 'http', scheme: 'bearer', description: 'A key that was issued to a program, such as one of a grid operator.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: 'HMAC-SHA-256 over method, path with query, X-Timestamp, X-Nonce and the digest of the body, with the keys of X-Auth-Id.',
  },
  sign: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Sign',
    description: 'MD5 in capitals over the sorted parameters and the secret that getEncryptedString tells. It finds accidents and grants nothing.',
  },
};

const methodsOf = ({ method, alsoMethod }: Endpoint): readonly Method[] => (alsoMethod ? [method, alsoMethod] : [method]);

const tagsOf = (namedEndpoints: readonly NamedEndpoint[]): readonly Schema[] =>
  [...new Set(namedEndpoints.map(({ feature }) => feature))].map((feature) => {
    const title = featureTitle(feature);
    return { name: feature.name, ...(title && { description: say(title, 'en_US') }) };
  });

interface DocumentContext {
  readonly facts: ApiFacts;
  readonly signing: Signing | undefined;
}

const operationSchema = (named: NamedEndpoint, method: Method, { facts, signing }: DocumentContext): Schema => {
  const { feature, name, endpoint } = named;
  const isSigned = signing !== undefined && isSignedPath(signing, endpoint.path);
  const key = feature.resource?.key;
  const title = endpointTitle(feature, name);
  return {
    // Each further method of an endpoint is an operation of its own.
    operationId: `${feature.name}.${name}${method === endpoint.method ? '' : `.${method.toLowerCase()}`}`,
    tags: [feature.name],
    summary: title ? say(title, 'en_US') : name,
    description: describe(feature, endpoint),
    security: securityOf(endpoint, isSigned),
    ...(endpoint.proof && { 'x-proof-of-identity': { for: endpoint.proof, prove: `${stepUpApi.prove.method} ${BASE_PATH}${stepUpApi.prove.path}` } }),
    parameters: parametersOf(endpoint, method, { key, isSigned }),
    ...(!isInQuery(method) && { requestBody: bodyOf(endpoint, key) }),
    responses: {
      [endpoint.publicStatus ?? 200]: successOf(named, facts),
      ...(endpoint.etag && { 304: notModified }),
      ...Object.fromEntries(
        failuresOf(named, method).map((status) => [status, endpoint.publicStatus === undefined ? failureRef(status) : problemOf(status)]),
      ),
    },
  };
};

const securityOf = ({ allow, bearer, signed }: Endpoint, isSigned: boolean): readonly Schema[] => {
  const needed = {
    ...(allow !== 'public' && { token: [] }),
    ...(bearer && { key: [] }),
    ...(signed && { signature: [] }),
    ...(isSigned && { sign: [] }),
  };
  return Object.keys(needed).length > 0 ? [needed] : [];
};

/** The properties of an operation that a schema cannot express, as text. */
const describe = (feature: Feature, endpoint: Endpoint): string => {
  const refusalCodes = Object.keys(feature.refusals ?? {});
  return [
    endpoint.allow === 'public'
      ? endpoint.bearer
        ? 'Needs a key in `Authorization: Bearer`, and no session.'
        : 'Needs no session.'
      : endpoint.allow === 'signedIn'
        ? 'For every session.'
        : `Needs the permission \`${endpoint.allow}\`.`,
    endpoint.sparse ? 'What is left out stays as it is; `version` is that of the row as it was read.' : '',
    endpoint.proof
      ? `Only for a session that has proved whose it is in the last minutes${endpoint.proofInputs ? `, when ${endpoint.proofInputs.join(' or ')} is given` : ''}; else \`proofNeeded\`.`
      : '',
    endpoint.upload && endpoint.upload !== 'stream'
      ? `Files of one request weigh ${endpoint.upload === 'spooled' ? `${SPOOLED_BYTES_MAX / 1024 / 1024} MB` : '10 MB each'} at most.`
      : '',
    refusalCodes.length > 0 ? `Refusals of its noun: ${refusalCodes.map((code) => `\`${code}\``).join(', ')}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
};

const bodyOf = (endpoint: Endpoint, key: string | undefined): Schema => {
  const shape = outsidePath(endpoint);
  if (endpoint.upload === 'stream')
    return { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  if (endpoint.upload) {
    const properties = { file: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1 }, ...inputProperties(shape) };
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required: ['file'] } } } };
  }
  const schema = endpoint.sparse ? inputsSchema({ ...shape, version: optional(count()) }, { key }) : inputsSchema(shape);
  return { required: 'required' in schema, content: { 'application/json': { schema } } };
};
