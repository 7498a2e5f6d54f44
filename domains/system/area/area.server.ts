import { areaList } from '@vant/area-data';
import { refuse } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/route.ts';
import { areaRefusals } from './area.labels.ts';
import { AREA_ROOT, areaApi } from './area.ts';
import type { Area } from './area.ts';

const area = (id: string, name: string, place: { readonly pid: string; readonly hasChild: '0' | '1' }): Area => ({ id, name, text: name, ...place });

/** Six digits: two for the province, two for the city, two for the district; zeros for all below. */
const provinces = Object.entries(areaList.province_list).map(([id, name]) => area(id, name, { pid: AREA_ROOT, hasChild: '1' }));
const cities = Object.entries(areaList.city_list).map(([id, name]) => area(id, name, { pid: `${id.slice(0, 2)}0000`, hasChild: '1' }));
const districts = Object.entries(areaList.county_list).map(([id, name]) => area(id, name, { pid: `${id.slice(0, 4)}00`, hasChild: '0' }));

/** The areas under each one. The list is part of the program: it changes with a version of the package, and nobody writes it. */
const below = new Map<string, Area[]>();
for (const one of [...provinces, ...cities, ...districts]) {
  const siblings = below.get(one.pid) ?? [];
  siblings.push(one);
  below.set(one.pid, siblings);
}
const known: ReadonlySet<string> = new Set([AREA_ROOT, ...[...provinces, ...cities, ...districts].map(({ id }) => id)]);

export const areaRoutes = implement(areaApi, {
  queryProvinceInfo: async () => provinces,
  queryNodesByParentId: async (_ctx, { parentId }) => {
    if (!known.has(parentId)) refuse(areaRefusals, 'area.unknown', { code: parentId });
    return below.get(parentId) ?? [];
  },
});
