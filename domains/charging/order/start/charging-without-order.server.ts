import { sql } from 'kysely';
import { beganOffline, GHOST_GAP_MS, GHOST_TOLD, stepGhost, unnamedNumber } from '#engines/pile/ghost.ts';
import type { Ghost, GhostName } from '#engines/pile/ghost.ts';
import { orderState, startSource } from '#engines/order/codes.ts';
import type { StopCause } from '#engines/order/codes.ts';
import { openGhost } from '#engines/order/open.ts';
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

/** Whether an order explains that its gun charges: it charges and was heard of lately. One gun has one current. */
const explains = (view: OrderView, nowMs: number): boolean => view.state === orderState.charging && !isStale(view, nowMs);

/** What is known of the ghost at a gun; one whose order has ended is over. */
const ghostAt = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | null> => {
  const { rows } = await sql<{ content: Ghost }>`select content from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber}`.execute(tx);
  const ghost = rows[0]?.content ?? null;
  const made = ghost?.madeOrderNo ? await readOrder(tx, { orderNo: ghost.madeOrderNo }) : undefined;
  return made && project(made.facts).end !== null ? null : ghost;
};

/** The gun does not charge any more; answers what was known. */
export const forgetChargingWithoutOrder = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | undefined> => {
  const { rows } = await sql<{
    content: Ghost;
  }>`delete from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber} returning content`.execute(tx);
  return rows[0]?.content;
};

/** What a gun was seen to do: the number that the pile uses, where it names one, and the energy that it tells. */
export type SeenCharging = GhostName & { readonly energyDwh: number | null };

/**
 * A gun charges and no order explains it: that is told, and after a while becomes an order of its own. Answers the number of that order, null
 * while there is none.
 */
export const seeChargingWithoutOrder = async (work: OrderWork, gun: GunKey, seen: SeenCharging): Promise<string | null> => {
  const { tx, nowMs } = work;
  const site = await lockStartSite(tx, gun.cpCode, gun.gunNumber);
  if (!site || (await isExplained(tx, site, nowMs))) return null;
  const { orderNo, transactionId, energyDwh } = seen;
  const { ghost, act } = stepGhost(await ghostAt(tx, gun), { atMs: nowMs, orderNo, transactionId, energyDwh });
  if (act === 'tell') await storeDeviceEvent(tx, site, { kind: 'ghost', gunNumber: gun.gunNumber, detail: orderNo ?? '', atMs: nowMs });
  const stop = beganOffline(ghost) ? null : ({ cause: 'ghost', by: null } as const);
  const madeOrderNo = act === 'open' ? await openFoundOrder(work, site, { ghost, stop }) : undefined;
  const known = madeOrderNo === undefined ? ghost : { ...ghost, madeOrderNo };
  await keepGhost(tx, site, known);
  return known.madeOrderNo;
};

/** The number of the order of a gun that charges without one, made at once where there is none yet; undefined where nothing charges without an order. */
export const orderOfChargingGun = async (work: OrderWork, gun: GunKey): Promise<string | undefined> => {
  const { tx, nowMs } = work;
  const site = await lockStartSite(tx, gun.cpCode, gun.gunNumber);
  const ghost = await ghostAt(tx, gun);
  if (!site || !ghost || nowMs - ghost.lastMs > GHOST_GAP_MS) return undefined;
  if (ghost.madeOrderNo !== null) return ghost.madeOrderNo;
  const madeOrderNo = await openFoundOrder(work, site, { ghost, stop: null });
  if (madeOrderNo !== undefined) await keepGhost(tx, site, { ...ghost, madeOrderNo });
  return madeOrderNo;
};

const keepGhost = async (tx: Tx, { cpCode, gunNumber, tenantId }: StartSite, ghost: Ghost): Promise<void> => {
  await sql`insert into gun_ghost (cp_code, gun_number, tenant_id, content) values (${cpCode}, ${gunNumber}, ${tenantId}, ${JSON.stringify(ghost)}::jsonb)
    on conflict (cp_code, gun_number) do update set content = excluded.content`.execute(tx);
};

/** A gun whose start was refused charges without permission: what it reports from now on is about the order that was made of that start. */
export const followCharging = (
  { tx, nowMs }: OrderWork,
  site: StartSite,
  { orderNo, transactionId }: { readonly orderNo: string; readonly transactionId: number | null },
): Promise<void> =>
  keepGhost(tx, site, { sinceMs: nowMs, lastMs: nowMs, reports: GHOST_TOLD, energyDwh: null, orderNo: null, transactionId, madeOrderNo: orderNo });

const isExplained = async (tx: Tx, site: StartSite, nowMs: number): Promise<boolean> => {
  const live = site.liveOrderNo === null ? undefined : await readOrder(tx, { orderNo: site.liveOrderNo });
  return live !== undefined && explains(project(live.facts), nowMs);
};

interface FoundOrder {
  readonly ghost: Ghost;
  readonly stop: { readonly cause: StopCause; readonly by: string | null } | null;
}

/**
 * The order carries the number that the pile uses, so that samples, a stop and the record reach it; a number of ours where the pile names none or
 * one that is taken. Such a one is stopped by its gun, and therefore not made beside a live order.
 */
const openFoundOrder = async (work: OrderWork, site: StartSite, { ghost, stop }: FoundOrder): Promise<string | undefined> => {
  const { tx, nowMs } = work;
  const named = ghost.orderNo !== null && !(await isTaken(tx, ghost.orderNo)) ? ghost.orderNo : undefined;
  const isNamed = named !== undefined || ghost.transactionId !== null;
  if (!isNamed && site.liveOrderNo !== null) return undefined;
  const { cpCode, gunNumber, ratedPowerW } = site;
  const orderNo = named ?? unnamedNumber({ cpCode, gunNumber, atMs: nowMs });
  const { sinceMs, lastMs, energyDwh } = ghost;
  await createOrder(work, {
    site,
    party: undefined,
    tariff: await tariffAt(tx, site, sinceMs),
    orderNo,
    ...(ghost.transactionId !== null && { transactionId: ghost.transactionId }),
    strategy: { type: 9 },
    startSource: startSource.unknown,
    opened: openGhost({ chargingOrderNo: orderNo, cpCode, gunNumber, ratedPowerW, sinceMs, lastMs, energyDwh, stop }, nowMs),
  });
  return orderNo;
};

const isTaken = async (tx: Tx, orderNo: string): Promise<boolean> => {
  const { rows } = await sql`select from charging_order where charging_order_no = ${orderNo}`.execute(tx);
  return rows.length > 0;
};
