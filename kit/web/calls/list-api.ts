import type { FieldShape, WireRow } from '#kit/fields/field.ts';
import type { Api, Endpoint, WithTexts } from '#kit/resource/endpoint.ts';

/** A row as a list or detail answers it: wire values and the texts of its references. */
export type RowOf<F extends FieldShape> = WithTexts<WireRow<F>>;

/** The endpoints a list page knows how to use. Only `list` is needed; what is missing is not offered. */
export interface ListApi {
  readonly list: Endpoint;
}

/** An endpoint of an API by its name, when the noun has it. */
export const endpointOf = (api: object, name: string): Endpoint | undefined => (api as Api)[name];
