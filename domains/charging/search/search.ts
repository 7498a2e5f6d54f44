import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The kinds that can be searched by name or number, in the order in which they are shown. */
export const searchKinds = ['station', 'pile', 'chargingOrder', 'customer', 'card'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The most hits of one kind; a longer keyword narrows them. */
export const HITS_MAX = 5;

/** One hit: its title, what distinguishes it, and the path of its page. */
export interface SearchHit {
  readonly kind: SearchKind;
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly path: string;
}

export const searchApi = {
  /** Only kinds whose list the viewer may read, and only rows in the viewer's scope. */
  all: endpoint({
    method: 'GET',
    path: '/sys/search/all',
    allow: 'signedIn',
    input: { keyword: text({ min: 1, max: 60 }) },
    output: opaque<readonly SearchHit[]>(),
  }),
};
