import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The country all provinces stand under. */
export const AREA_ROOT = '86';

/** A province, a city or a district by its official six digits. */
export interface Area {
  readonly id: string;
  readonly name: string;
  /** The same as `name`. */
  readonly text: string;
  readonly pid: string;
  /** "1": there are areas below. */
  readonly hasChild: '0' | '1';
}

export const areaApi = {
  queryProvinceInfo: endpoint({
    method: 'GET',
    path: '/sys/category/queryProvinceInfo',
    allow: 'signedIn',
    input: {},
    output: opaque<readonly Area[]>(),
  }),
  queryNodesByParentId: endpoint({
    method: 'GET',
    path: '/sys/category/queryNodesByParentId',
    allow: 'signedIn',
    input: { parentId: text({ min: 1, max: 20 }) },
    output: opaque<readonly Area[]>(),
  }),
};
