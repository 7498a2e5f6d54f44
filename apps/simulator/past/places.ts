import { stations } from '../demo/data/places.ts';
import type { Surroundings } from './demand.ts';
import type { PastStation } from './network.ts';

const surroundings: Readonly<Record<string, Surroundings>> = {
  gate: 'station',
  zhangjiang: 'offices',
  jinji: 'city',
  binjiang: 'offices',
  medienhafen: 'city',
  deutz: 'station',
};

const areas: Readonly<Record<string, string>> = {
  gate: 'west',
  jinji: 'west',
  zhangjiang: 'south',
  binjiang: 'south',
  medienhafen: 'rhein',
  deutz: 'rhein',
};

/** Where a station of the demo is and what draws cars to it, by its name; a station that the demo does not know is in a city of its own. */
export const pastPlaces = (stationName: string): Pick<PastStation, 'area' | 'surroundings' | 'weight'> => {
  const plan = stations.find(({ place }) => place.stationName === stationName);
  const key = plan?.key ?? '';
  return { area: areas[key] ?? stationName, surroundings: surroundings[key] ?? 'city', weight: plan?.weight ?? 1 };
};
