import sharp from 'sharp';
import { miniappShow, stationTagApi } from '#domains/marketing/resources.ts';
import { rateAliasApi } from '#domains/tariff/resources.ts';
import type { Api } from '../api.ts';
import { feeNames, miniProgram, type MiniProgramPlan } from '../data/mini-program.ts';
import { stationOf } from '../data/places.ts';
import { mapConcurrently } from '../ensure.ts';
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

/** A drawing of a station: piles below a canopy. */
const drawStation = ([sky, canopy]: readonly [string, string]): Promise<Uint8Array> => {
  const piles = [130, 290, 450, 610].map(
    (x) => `<rect x="${x}" y="250" width="60" height="150" rx="8" fill="#fff" stroke="#33404d" stroke-width="4"/>
      <rect x="${x + 12}" y="266" width="36" height="26" rx="3" fill="${canopy}"/>
      <path d="M${x + 34} 310 l-14 30 h11 l-5 28 18-34 h-11 z" fill="#35a65b"/>`,
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480">
    <rect width="800" height="480" fill="${sky}"/><rect y="400" width="800" height="80" fill="#6f7a86"/>
    <rect x="60" y="150" width="680" height="36" rx="6" fill="${canopy}"/>
    <rect x="90" y="186" width="14" height="214" fill="#33404d"/><rect x="696" y="186" width="14" height="214" fill="#33404d"/>
    ${piles.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
};
