import type { FieldShape, WireRow } from '#kit/fields/field.ts';
import type { Api, Endpoint, WithTexts } from '#kit/resource/endpoint.ts';

/** A row in the answer of a list or detail endpoint: wire values, and the display texts of its references. */
export type RowOf<F extends FieldShape> = WithTexts<WireRow<F>>;

/** The endpoints that a list page uses. Only `list` is required; the page does not offer actions whose endpoint is missing. */
export interface ListApi {
  readonly list: Endpoint;
}

/** The endpoint of an API with this name, if the API has one. */
export const endpointOf = (api: object, name: string): Endpoint | undefined => (api as Api)[name];
