import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { splitKeys } from '../lookup/keys.rules.ts';
import { areaRefusals } from './area.labels.ts';
import { AREA_ROOT, areaApi } from './area.ts';
import { areasUnder, findAreas, isArea, areaPath } from './area-list.server.ts';

/** Further matches need a longer search text. */
const MATCHES_MAX = 50;

export const areaRoutes = implement(areaApi, {
  queryProvinceInfo: async ({ viewer }) => areasUnder(viewer.language, AREA_ROOT),
  queryNodesByParentId: async ({ viewer }, { parentId }) => {
    if (parentId !== AREA_ROOT && !isArea(parentId)) throwRefusal(areaRefusals, 'area.unknown', { code: parentId });
    return areasUnder(viewer.language, parentId);
  },
  queryAreaPaths: async ({ viewer }, { ids }) => {
    const codes = splitKeys(ids);
    if (codes.length > BATCH_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    return codes.flatMap((id) => areaPath(viewer.language, id) ?? []);
  },
  searchArea: async ({ viewer }, { keyword }) => findAreas(keyword, MATCHES_MAX).flatMap((id) => areaPath(viewer.language, id) ?? []),
});
