import { longText, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The country, which is the parent of all provinces. */
export const AREA_ROOT = '86';

/** A province, a city or a district with its official code of six digits. */
export interface Area {
  readonly id: string;
  /** In the viewer's language. */
  readonly name: string;
  /** The same as `name`. */
  readonly text: string;
  readonly pid: string;
  /** "1": there are areas below. */
  readonly hasChild: '0' | '1';
}

/** An area with its ancestors, from the province down to itself. */
export interface AreaPath {
  readonly id: string;
  readonly way: readonly Area[];
}

const reading = { method: 'GET', allow: 'signedIn', output: opaque<readonly Area[]>() } as const;

export const areaApi = {
  queryProvinceInfo: endpoint({ ...reading, path: '/sys/category/queryProvinceInfo', input: {} }),
  queryNodesByParentId: endpoint({ ...reading, path: '/sys/category/queryNodesByParentId', input: { parentId: text({ min: 1, max: 20 }) } }),
  /** The areas of some codes, in order; unknown codes are left out. */
  queryAreaPaths: endpoint({
    ...reading,
    path: '/sys/category/queryAreaPaths',
    input: { ids: longText({ min: 1, max: 2_000 }) },
    output: opaque<readonly AreaPath[]>(),
  }),
  /** Areas whose code begins with the search text, or whose name in any language contains it. Wider areas come first, and the number is limited. */
  searchArea: endpoint({
    ...reading,
    path: '/sys/category/searchArea',
    input: { keyword: text({ min: 1, max: 60 }) },
    output: opaque<readonly AreaPath[]>(),
  }),
};
