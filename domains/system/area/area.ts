import { longText, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The country all provinces stand under. */
export const AREA_ROOT = '86';

/** A province, a city or a district by its official six digits. */
export interface Area {
  readonly id: string;
  /** In the language of the asker. */
  readonly name: string;
  /** The same as `name`. */
  readonly text: string;
  readonly pid: string;
  /** "1": there are areas below. */
  readonly hasChild: '0' | '1';
}

/** An area with all above it, from the province down to itself. */
export interface AreaPath {
  readonly id: string;
  readonly way: readonly Area[];
}

const reading = { method: 'GET', allow: 'signedIn', output: opaque<readonly Area[]>() } as const;

export const areaApi = {
  queryProvinceInfo: endpoint({ ...reading, path: '/sys/category/queryProvinceInfo', input: {} }),
  queryNodesByParentId: endpoint({ ...reading, path: '/sys/category/queryNodesByParentId', input: { parentId: text({ min: 1, max: 20 }) } }),
  /** The areas of some codes in their order; one that does not exist is left out. */
  queryAreaPaths: endpoint({
    ...reading,
    path: '/sys/category/queryAreaPaths',
    input: { ids: longText({ min: 1, max: 2_000 }) },
    output: opaque<readonly AreaPath[]>(),
  }),
  /** Areas whose code begins with a word, or whose name in any of the languages holds it: the wider ones first, not more than a screen shows. */
  searchArea: endpoint({
    ...reading,
    path: '/sys/category/searchArea',
    input: { keyword: text({ min: 1, max: 60 }) },
    output: opaque<readonly AreaPath[]>(),
  }),
};
