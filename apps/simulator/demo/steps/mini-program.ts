import { miniappShow, stationTagApi } from '#domains/marketing/resources.ts';
import { rateAliasApi } from '#domains/tariff/resources.ts';
import type { Api } from '../api.ts';
import { feeNames, miniProgram, type MiniProgramPlan } from '../data/mini-program.ts';
import { stationOf } from '../data/places.ts';
import { mapConcurrently } from '../ensure.ts';
import { drawBoxes } from '../picture.ts';
import type { Box } from '../picture.ts';
import type { DemoIds } from './places.ts';

/** Describes stations for the mini-program, syncs their prices and shows them. A station that already has a picture stays as it is. */
export const setUpMiniProgram = async (api: Api, places: DemoIds): Promise<void> => {
  await mapConcurrently(feeNames, async ({ tenant, aliases }) => {
    const tenantId = places.tenantId(tenant);
    const { version } = await api.call(rateAliasApi.queryAlias, { tenantId });
    if (version === 0) await api.call(rateAliasApi.saveAlias, { tenantId, aliases: [...aliases] });
  });
  await mapConcurrently(miniProgram, async (plan) => {
    const stationId = places.stationId(stationOf(plan.station));
    const { images } = await api.call(stationTagApi.getAreaInfoByStationId, { stationId });
    if (images.length === 0) await describe(api, stationId, plan);
  });
};

const describe = async (api: Api, stationId: string, { area, commonTags, site, position, colours }: MiniProgramPlan): Promise<void> => {
  const content = await drawStation(colours);
  const url = await api.upload({ name: 'station.png', content, biz: 'stationTag', kind: 'image' });
  await api.call(stationTagApi.updateStationAreaInfo, { stationId, ...area, images: [{ url }] });
  await api.call(stationTagApi.updateCommonTag, { stationId, tagCodes: [...commonTags] });
  await api.call(stationTagApi.updateCategoryTag, {
    stationId,
    categories: [
      { categoryCode: 'site', tagCodes: [site] },
      { categoryCode: 'position', tagCodes: [position] },
      { categoryCode: 'vehicle', tagCodes: ['car'] },
    ],
  });
  await api.call(stationTagApi.updateStationRate, { stationId, display: 'parts' });
  await api.call(stationTagApi.updateMiniappShow, { stationIds: [stationId], miniappShow: miniappShow.items.shown.value });
};

const WIDTH = 800;
const HEIGHT = 480;
const STEEL = '#33404d';

/** A drawing of a station: piles below a canopy. */
const drawStation = ([sky, canopy]: readonly [string, string]): Promise<Uint8Array> => {
  const boxes: readonly Box[] = [
    { left: 0, top: 400, width: WIDTH, height: 80, background: '#6f7a86' },
    { left: 60, top: 150, width: 680, height: 36, background: canopy },
    { left: 90, top: 186, width: 14, height: 214, background: STEEL },
    { left: 696, top: 186, width: 14, height: 214, background: STEEL },
    ...[130, 290, 450, 610].flatMap((left): readonly Box[] => [
      { left, top: 250, width: 60, height: 150, background: STEEL },
      { left: left + 4, top: 254, width: 52, height: 142, background: '#ffffff' },
      { left: left + 12, top: 266, width: 36, height: 26, background: canopy },
      { left: left + 24, top: 312, width: 12, height: 44, background: '#35a65b' },
    ]),
  ];
  return drawBoxes({ width: WIDTH, height: HEIGHT, background: sky }, boxes);
};
