import { pileType } from '#domains/network/resources.ts';
import { feature } from '#kit/resource/feature.ts';
import { statType } from './home-data.codes.ts';
import { homeWords } from './home-data.labels.ts';
import { homeApi } from './home-data.ts';

/** Figures of the start page, which everybody has. */
export const homeFeature = feature({
  name: 'homeDashboard',
  api: homeApi,
  inputLabels: {
    stationId: homeWords.station,
    statType: statType.title,
    cpType: pileType.title,
    days: homeWords.days,
    year: homeWords.year,
    month: homeWords.month,
  },
  rights: { read: 'station', write: 'station', listedWith: 'operationAnalytics' },
});
