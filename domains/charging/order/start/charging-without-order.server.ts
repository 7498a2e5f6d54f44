import { sql } from 'kysely';
import { beganOffline, GHOST_GAP_MS, stepGhost, unnamedNumber } from '#engines/pile/ghost.ts';
import type { Ghost, GhostName } from '#engines/pile/ghost.ts';
import type { StopCause } from '#engines/order/codes.ts';
import { openGhost } from '#engines/order/open.ts';
import { isStale } from '#engines/order/next-tick.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { insertOrder, tariffAt } from './open-order.server.ts';
import { perform } from '../lifecycle/perform-effects.server.ts';
import { lockPlace } from './start-site.server.ts';
import type { Place } from './start-site.server.ts';
import { saveFacts } from '../lifecycle/save-order.server.ts';
import { pileSituation } from '../lifecycle/load-situation.server.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/** A gun as reports name it. */
export type GunKey = Pick<Place, 'cpCode' | 'gunNumber'>;

interface At {
  readonly nowMs: number;
  readonly actor: string;
  readonly wake: Set<string>;
}

/** Whether an order explains that its gun charges: it charges and was heard of lately. One gun has one current. */
const explains = (view: OrderView, nowMs: number): boolean => view.state === 2 && !isStale(view, nowMs);

/** What is known of the ghost at a gun; one whose order has ended is over. */
const ghostAt = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | null> => {
  const { rows } = await sql<{ content: Ghost }>`select content from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber}`.execute(tx);
  const ghost = rows[0]?.content ?? null;
  const made = ghost?.madeOrderNo ? await readOrder(tx, { orderNo: ghost.madeOrderNo }) : undefined;
  return made && project(made.facts).end !== null ? null : ghost;
};

/** The gun does not charge any more; answers what was known. */
export const forgetGhost = async (tx: Tx, { cpCode, gunNumber }: GunKey): Promise<Ghost | undefined> => {
  const { rows } = await sql<{
    content: Ghost;
  }>`delete from gun_ghost where cp_code = ${cpCode} and gun_number = ${gunNumber} returning content`.execute(tx);
  return rows[0]?.content;
};

/**
 * A gun charges and no order explains it: that is told, and after a while becomes an order of its own. Answers the number of that order, null
 * while there is none.
 */
export const seeGhost = async (tx: Tx, gun: GunKey, seen: At & GhostName & { readonly energyDwh: number | null }): Promise<string | null> => {
  const place = await lockPlace(tx, gun.cpCode, gun.gunNumber);
  if (!place || (await isExplained(tx, place, seen.nowMs))) return null;
  const { orderNo, transactionId, energyDwh, nowMs } = seen;
  const { ghost, act } = stepGhost(await ghostAt(tx, gun), { atMs: nowMs, orderNo, transactionId, energyDwh });
  if (act === 'tell') await keepEvent(tx, place, { kind: 'ghost', gunNumber: gun.gunNumber, detail: orderNo ?? '', atMs: nowMs });
  const stop = beganOffline(ghost) ? null : ({ cause: 'ghost', by: null } as const);
  const opened = act === 'open' ? await openGhostOrder(tx, place, { ...seen, ghost, stop }) : undefined;
  const known = opened ? { ...ghost, madeOrderNo: opened.orderNo } : ghost;
  await keepGhost(tx, place, known);
  return known.madeOrderNo;
};

/** The order of the ghost at a gun, made at once where there is none yet; undefined where nothing charges without an order. */
export const orderOfGhost = async (tx: Tx, gun: GunKey, at: At): Promise<string | undefined> => {
  const place = await lockPlace(tx, gun.cpCode, gun.gunNumber);
  const ghost = await ghostAt(tx, gun);
  if (!place || !ghost || at.nowMs - ghost.lastMs > GHOST_GAP_MS) return undefined;
  if (ghost.madeOrderNo !== null) return ghost.madeOrderNo;
  const opened = await openGhostOrder(tx, place, { ...at, ghost, stop: null });
  if (opened) await keepGhost(tx, place, { ...ghost, madeOrderNo: opened.orderNo });
  return opened?.orderNo;
};

const keepGhost = async (tx: Tx, { cpCode, gunNumber, tenantId }: Place, ghost: Ghost): Promise<void> => {
  await sql`insert into gun_ghost (cp_code, gun_number, tenant_id, content) values (${cpCode}, ${gunNumber}, ${tenantId}, ${JSON.stringify(ghost)}::jsonb)
    on conflict (cp_code, gun_number) do update set content = excluded.content`.execute(tx);
};

const isExplained = async (tx: Tx, place: Place, nowMs: number): Promise<boolean> => {
  const live = place.liveOrderNo === null ? undefined : await readOrder(tx, { orderNo: place.liveOrderNo });
  return live !== undefined && explains(project(live.facts), nowMs);
};

/**
 * The order carries the number that the pile uses, so that samples, a stop and the record reach it; a number of ours where the pile names none or
 * one that is taken. Such a one is stopped by its gun, and therefore not made beside a live order.
 */
const openGhostOrder = async (
  tx: Tx,
  place: Place,
  made: At & { readonly ghost: Ghost; readonly stop: { readonly cause: StopCause; readonly by: string | null } | null },
): Promise<StoredOrder | undefined> => {
  const { ghost, nowMs } = made;
  const named = ghost.orderNo !== null && !(await isTaken(tx, ghost.orderNo)) ? ghost.orderNo : undefined;
  const isNamed = named !== undefined || ghost.transactionId !== null;
  if (!isNamed && place.liveOrderNo !== null) return undefined;
  const { cpCode, gunNumber, ratedPowerW } = place;
  const orderNo = named ?? unnamedNumber({ cpCode, gunNumber, atMs: nowMs });
  const { sinceMs, lastMs, energyDwh } = ghost;
  const verdict = openGhost({ chargingOrderNo: orderNo, cpCode, gunNumber, ratedPowerW, sinceMs, lastMs, energyDwh, stop: made.stop }, nowMs);
  const order = await insertOrder(tx, {
    place,
    party: undefined,
    tariff: await tariffAt(tx, place, sinceMs),
    orderNo,
    ...(ghost.transactionId !== null && { transactionId: ghost.transactionId }),
    strategy: { type: 9 },
    startSource: 153,
    facts: verdict.facts,
  });
  const { view } = await saveFacts(tx, order, { facts: [], pile: await pileSituation(tx, cpCode) });
  await perform(verdict.effects, { tx, row: order.row, view, nowMs, actor: made.actor, wake: made.wake });
  return order.row;
};

const isTaken = async (tx: Tx, orderNo: string): Promise<boolean> => {
  const { rows } = await sql`select from charging_order where charging_order_no = ${orderNo}`.execute(tx);
  return rows.length > 0;
};
