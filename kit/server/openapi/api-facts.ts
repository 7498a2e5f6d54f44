import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/** Facts of the API description that only the sources contain. tools/openapi generates them, and its test keeps them current. */
export interface ApiFacts {
  /**
   * The result schemas of endpoints whose answer is a TypeScript type without declared fields, by `feature.endpoint`. For pages, the properties
   * beside the rows.
   */
  readonly answers: Readonly<Record<string, Schema>>;
  /** The named types in these schemas. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The HTTP statuses with which each refusal is thrown, by its name. */
  readonly refusals: Readonly<Record<string, readonly number[]>>;
}

export const noFacts: ApiFacts = { answers: {}, schemas: {}, refusals: {} };

/** An endpoint with its name and its feature. */
export interface NamedEndpoint {
  readonly feature: Feature;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Whether an endpoint takes its input from the query when it is called with this method. */
export const isInQuery = (method: string): boolean => method === 'GET' || method === 'DELETE';
