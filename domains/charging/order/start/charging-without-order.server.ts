import { sql } from 'kysely';
import { beganOffline, GHOST_GAP_MS, GHOST_ALERTED, stepGhost, numberOfUnidentified } from '#engines/pile/ghost.ts';
import type { Ghost, GhostIdentifiers } from '#engines/pile/ghost.ts';
import { orderState, startSource } from '#engines/order/codes.ts';
import type { StopCause } from '#engines/order/codes.ts';
import { openFoundCharging } from '#engines/order/open.ts';
import { isStale } from '#engines/order/next-tick.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import { storeDeviceEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { createOrder } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import { tariffAt } from './open-order.server.ts';
import { lockStartSite } from './start-site.server.ts';
import type { StartSite } from './start-site.server.ts';

/** A gun as reports name it. */
export type GunKey = Pick<StartSite, 'cpCode' | 'gunNumber'>;

/** Whether an order explains why its gun charges: the order is charging and was reported lately. A gun can charge only one vehicle. */
const explains = (view: OrderView, nowMs: number): boolean => view.state === orderState.charging && !isStale(view, nowMs);

/** What is known of the charging without order at a gun; null once the order that was created for it has ended. */
const findGhost = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | null> => {
  const { rows } = await sql<{ content: Ghost }>`select content from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber}`.execute(tx);
  const ghost = rows[0]?.content ?? null;
  const createdOrder = ghost?.madeOrderNo ? await readOrder(tx, { orderNo: ghost.madeOrderNo }) : undefined;
  return createdOrder && project(createdOrder.facts).end !== null ? null : ghost;
};

/** The gun no longer charges; returns what was known. */
export const forgetChargingWithoutOrder = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | undefined> => {
  const { rows } = await sql<{
    content: Ghost;
  }>`delete from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber} returning content`.execute(tx);
  return rows[0]?.content;
};

/** What was seen of a charging gun: the order number that the pile uses, if it names one, and the energy that it reports. */
export type ChargingEvidence = GhostIdentifiers & { readonly energyDwh: number | null };

/**
 * A gun charges and no order explains it: an event is stored, and after a while an order is created for it. Returns the number of that order, null
 * while there is none.
 */
export const recordChargingWithoutOrder = async (work: OrderWork, gun: GunKey, evidence: ChargingEvidence): Promise<string | null> => {
  const { tx, nowMs } = work;
  const site = await lockStartSite(tx, gun.cpCode, gun.gunNumber);
  if (!site || (await isExplained(tx, site, nowMs))) return null;
  const { orderNo, transactionId, energyDwh } = evidence;
  const { ghost, act } = stepGhost(await findGhost(tx, gun), { atMs: nowMs, orderNo, transactionId, energyDwh });
  if (act === 'tell') await storeDeviceEvent(tx, site, { kind: 'ghost', gunNumber: gun.gunNumber, detail: orderNo ?? '', atMs: nowMs });
  const stop = beganOffline(ghost) ? null : ({ cause: 'ghost', by: null } as const);
  const madeOrderNo = act === 'open' ? await openGhostOrder(work, site, { ghost, stop }) : undefined;
  const updated = madeOrderNo === undefined ? ghost : { ...ghost, madeOrderNo };
  await storeGhost(tx, site, updated);
  return updated.madeOrderNo;
};

/**
 * The number of the order for a gun that charges without one, created now if there is none yet; undefined if the gun does not charge without an
 * order.
 */
export const orderOfChargingGun = async (work: OrderWork, gun: GunKey): Promise<string | undefined> => {
  const { tx, nowMs } = work;
  const site = await lockStartSite(tx, gun.cpCode, gun.gunNumber);
  const ghost = await findGhost(tx, gun);
  if (!site || !ghost || nowMs - ghost.lastMs > GHOST_GAP_MS) return undefined;
  if (ghost.madeOrderNo !== null) return ghost.madeOrderNo;
  const madeOrderNo = await openGhostOrder(work, site, { ghost, stop: null });
  if (madeOrderNo !== undefined) await storeGhost(tx, site, { ...ghost, madeOrderNo });
  return madeOrderNo;
};

const storeGhost = async (tx: Tx, { cpCode, gunNumber, tenantId }: StartSite, ghost: Ghost): Promise<void> => {
  await sql`insert into gun_ghost (cp_code, gun_number, tenant_id, content) values (${cpCode}, ${gunNumber}, ${tenantId}, ${JSON.stringify(ghost)}::jsonb)
    on conflict (cp_code, gun_number) do update set content = excluded.content`.execute(tx);
};

/** A gun whose start was refused charges without permission: what it reports from now on belongs to the order that was created for that start. */
export const trackRefusedCharging = (
  { tx, nowMs }: OrderWork,
  site: StartSite,
  { orderNo, transactionId }: { readonly orderNo: string; readonly transactionId: number | null },
): Promise<void> =>
  storeGhost(tx, site, {
    sinceMs: nowMs,
    lastMs: nowMs,
    reports: GHOST_ALERTED,
    energyDwh: null,
    orderNo: null,
    transactionId,
    madeOrderNo: orderNo,
  });

const isExplained = async (tx: Tx, site: StartSite, nowMs: number): Promise<boolean> => {
  const live = site.liveOrderNo === null ? undefined : await readOrder(tx, { orderNo: site.liveOrderNo });
  return live !== undefined && explains(project(live.facts), nowMs);
};

interface GhostOrder {
  readonly ghost: Ghost;
  readonly stop: { readonly cause: StopCause; readonly by: string | null } | null;
}

/**
 * The order gets the number that the pile uses, so that samples, a stop and the end record find it. If the pile names none, or one that is taken, the
 * order gets a number of the platform; it can then be stopped only by its gun, so it is not created beside a live order.
 */
const openGhostOrder = async (work: OrderWork, site: StartSite, { ghost, stop }: GhostOrder): Promise<string | undefined> => {
  const { tx, nowMs } = work;
  const freeOrderNo = ghost.orderNo !== null && !(await isTaken(tx, ghost.orderNo)) ? ghost.orderNo : undefined;
  const isNamed = freeOrderNo !== undefined || ghost.transactionId !== null;
  if (!isNamed && site.liveOrderNo !== null) return undefined;
  const { cpCode, gunNumber, ratedPowerW } = site;
  const orderNo = freeOrderNo ?? numberOfUnidentified({ cpCode, gunNumber, atMs: nowMs });
  const { sinceMs, lastMs, energyDwh } = ghost;
  await createOrder(work, {
    site,
    party: undefined,
    tariff: await tariffAt(tx, site, sinceMs),
    orderNo,
    ...(ghost.transactionId !== null && { transactionId: ghost.transactionId }),
    strategy: { type: 9 },
    startSource: startSource.unknown,
    opening: openFoundCharging({ chargingOrderNo: orderNo, cpCode, gunNumber, ratedPowerW, sinceMs, lastMs, energyDwh, stop }, nowMs),
  });
  return orderNo;
};

const isTaken = async (tx: Tx, orderNo: string): Promise<boolean> => {
  const { rows } = await sql`select from charging_order where charging_order_no = ${orderNo}`.execute(tx);
  return rows.length > 0;
};
