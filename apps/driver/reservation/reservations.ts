import { useCallback, useEffect, useState } from 'react';
import type { DriverGunView, DriverReservation } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import type { PageWord } from '../words/words.ts';

/** While a payment is awaited or a fee runs, the reservations are read so often. */
const POLL_MS = 4_000;

export const liveStates: readonly DriverReservation['state'][] = ['unpaid', 'reserved', 'kept'];

export const stateWords: Readonly<Record<DriverReservation['state'], PageWord>> = {
  unpaid: 'resUnpaid',
  reserved: 'resReserved',
  kept: 'resKept',
  arrived: 'resArrived',
  cancelled: 'resCancelled',
  expired: 'resExpired',
  notPaid: 'resNotPaid',
};

/** The reservations of the account; undefined until they are read. */
export const useReservations = (api: string, isSignedIn: boolean) => {
  const [reservations, setReservations] = useState<readonly DriverReservation[]>();
  const read = useCallback(async (): Promise<void> => {
    const result = await callDriver<{ readonly reservations: readonly DriverReservation[] }>(`${api}/me/reservations`, {
      language: document.documentElement.lang,
    });
    if (result.ok) setReservations(result.value.reservations);
  }, [api]);
  const isMoving = reservations?.some(({ state }) => liveStates.includes(state)) ?? false;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state after the answer
    if (isSignedIn) void read();
  }, [isSignedIn, read]);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => void read(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving, read]);
  return { reservations, read };
};

/** The live reservations of the driver at this gun. */
export const ownAt = (reservations: readonly DriverReservation[] | undefined, { pile, gun }: DriverGunView): readonly DriverReservation[] =>
  (reservations ?? []).filter(({ pileNo, gunNo, state }) => pileNo === pile.no && gunNo === gun.no && liveStates.includes(state));
