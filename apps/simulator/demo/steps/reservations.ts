import { reservationOrderApi } from '#domains/charging/resources.ts';
import { ApiRefusal } from '../api.ts';
import type { Api } from '../api.ts';
import type { SkippedCallback } from '../ensure.ts';
import type { Driver } from './people.ts';
import type { StandingPile } from './piles.ts';

/** When the reservations of the demo begin, from its start on. */
const AHEAD_MINUTES = [25, 180, 1_200] as const;
const LASTS_MINUTES = 30;
const MINUTE_MS = 60_000;

interface ReservationSetup {
  readonly piles: readonly StandingPile[];
  readonly drivers: readonly Driver[];
  readonly onSkipped: SkippedCallback;
}

/** Reserves guns ahead of time for cards of the tenant in China, unless some are reserved already. */
export const setUpReservations = async (api: Api, { piles, drivers, onSkipped }: ReservationSetup): Promise<void> => {
  const now = Date.now();
  const known = await api.listAll(reservationOrderApi.list);
  if (known.some(({ startTime }) => Date.parse(startTime) > now)) return;
  const guns = piles.filter(({ station, kind }) => station.tenant === 'huadong' && kind === 'dc').toReversed();
  const cards = drivers.filter(({ tenant, by }) => tenant === 'huadong' && by === 'card');
  for (const [index, minutes] of AHEAD_MINUTES.entries()) {
    const [pile, driver] = [guns[index], cards[index]];
    if (!pile || !driver) continue;
    const startTime = new Date(now + minutes * MINUTE_MS).toISOString();
    const { mainPartType, mainPartId } = driver;
    try {
      await api.call(reservationOrderApi.make, { cpCode: pile.cpCode, gunNum: 1, mainPartType, mainPartId, startTime, minutes: LASTS_MINUTES });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      onSkipped(`a reservation at ${pile.cpCode}`, error);
    }
  }
};
