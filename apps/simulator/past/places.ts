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

/** What draws cars to a station of the demo, by its name; a station that the demo does not know is in the city. */
export const pastPlaces = (stationName: string): Pick<PastStation, 'surroundings' | 'weight'> => {
  const plan = stations.find(({ place }) => place.stationName === stationName);
  return { surroundings: surroundings[plan?.key ?? ''] ?? 'city', weight: plan?.weight ?? 1 };
};
