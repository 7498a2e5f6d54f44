import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** What can be looked for by name or number, in the order it is shown. */
export const foundKinds = ['station', 'pile', 'chargingOrder', 'customer', 'card'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Most hits of one kind; typing more narrows them. */
export const FOUND_MAX = 5;

/** One thing that was found: what it is called, what tells it apart, and where its page lies. */
export interface SearchHit {
  readonly kind: FoundKind;
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly path: string;
}

export const searchApi = {
  /** Only kinds whose list the viewer may read, and of those only rows in their scope. */
  all: endpoint({
    method: 'GET',
    path: '/sys/search/all',
    allow: 'signedIn',
    input: { keyword: text({ min: 1, max: 60 }) },
    output: opaque<readonly SearchHit[]>(),
  }),
};
