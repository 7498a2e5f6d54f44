import { mobileStationApi } from '#domains/network/resources.ts';
import type { Api } from '../api.ts';
import { stationOf } from '../data/places.ts';
import { whiteListMobiles } from '../data/white-lists.ts';
import { ensure, type SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** Puts mobiles on the white lists of stations. */
export const setUpWhiteLists = async (
  api: Api,
  { places, onSkipped }: { readonly places: DemoIds; readonly onSkipped: SkippedCallback },
): Promise<void> => {
  const keyOf = (stationId: string, contacts: string): string => `${stationId} ${contacts}`;
  const idOf = (station: string): string => places.stationId(stationOf(station));
  await ensure(
    api,
    // The answered number is masked.
    { ...mobileStationApi, nameOf: (row) => keyOf(row.stationId, row.contacts) },
    {
      planned: whiteListMobiles,
      onSkipped,
      nameOf: ({ station, contacts }) => keyOf(idOf(station), contacts),
      draftOf: ({ station, ...draft }) => ({ ...draft, stationId: idOf(station) }),
    },
  );
};
