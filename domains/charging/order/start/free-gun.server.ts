import { decideOn } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { lockOrder } from '../lifecycle/stored-order.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { updateReservations } from './site-reservation.server.ts';

interface GunToFree {
  readonly cpCode: string;
  readonly gunNumber: number;
}

/** A start that a pile has reported. */
interface ReportedStart {
  readonly startAtMs: number;
  /** Whether an order belongs to the same party as this start. */
  readonly isOfParty: (order: LoadedOrder) => Promise<boolean>;
}

/**
 * Ends what unnecessarily prevents a new start at a gun: an expired reservation (one that is due keeps the gun), or a finished charge that only lacks its end record. It must be
 * called before the gun is locked, because every change of an order locks the order before its gun.
 */
export const freeGun = async (work: OrderWork, { cpCode, gunNumber }: GunToFree, reported?: ReportedStart): Promise<void> => {
  await updateReservations(work, { cpCode, gunNumber });
  const live = await lockOrder(work.tx, { cpCode, gunNumber });
  if (!live) return;
  const isNewStart = reported !== undefined && (await reported.isOfParty(live));
  await decideOn(work, live, { event: { kind: 'nextStart', atMs: reported?.startAtMs ?? work.nowMs, isAnew: isNewStart } });
};
