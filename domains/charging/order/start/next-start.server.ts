import { decideOn } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { endOverdueReservation } from './site-reservation.server.ts';

interface WantedGun {
  readonly cpCode: string;
  readonly gunNumber: number;
}

/** A start that a pile tells of. */
interface TellingStart {
  readonly startAtMs: number;
  /** Whether an order is of the very party that has begun. */
  readonly isOfParty: (order: LoadedOrder) => Promise<boolean>;
}

/**
 * Ends what a gun that is wanted is kept for in vain: a reservation whose time has run out, and a charge that is over and lacks its end record. To
 * be called before the gun is locked: whoever changes an order locks it before its gun.
 */
export const freeGun = async (work: OrderWork, { cpCode, gunNumber }: WantedGun, told?: TellingStart): Promise<void> => {
  await endOverdueReservation(work, { cpCode, gunNumber });
  const live = await lockOrder(work.tx, { cpCode, gunNumber });
  if (!live) return;
  const isAnew = told !== undefined && (await told.isOfParty(live));
  await decideOn(work, live, { event: { kind: 'nextStart', atMs: told?.startAtMs ?? work.nowMs, isAnew } });
};
