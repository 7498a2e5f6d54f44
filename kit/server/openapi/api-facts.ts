import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses them. */
export type Schema = Readonly<Record<string, unknown>>;

/** What the description of the API knows only from the sources: made by tools/openapi and held fresh by its test. */
export interface ApiFacts {
  /** The results of endpoints whose answer is a type and no shape of fields, by `feature.endpoint`; of pages, what stands beside the rows. */
  readonly answers: Readonly<Record<string, Schema>>;
  /** The named types in them. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The HTTP statuses that each refusal is thrown with, by its name. */
  readonly refusals: Readonly<Record<string, readonly number[]>>;
}

export const noFacts: ApiFacts = { answers: {}, schemas: {}, refusals: {} };

/** An endpoint with what it is called and whose it is. */
export interface NamedEndpoint {
  readonly feature: Feature;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Whether an endpoint takes its input behind the question mark when it is asked by this method. */
export const isInQuery = (method: string): boolean => method === 'GET' || method === 'DELETE';
