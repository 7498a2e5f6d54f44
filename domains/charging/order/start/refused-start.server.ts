import { sql } from 'kysely';
import { refusedStart } from '#engines/order/admit/binding.ts';
import { orderState, strategyType } from '#engines/order/codes.ts';
import { openRefusedStart } from '#engines/order/open.ts';
import { begunAtMs } from '#engines/order/rules/clock.ts';
import { startObstacles } from '#engines/order/rules/start-decision.ts';
import type { StartObstacle } from '#engines/order/rules/start-decision.ts';
import type { RefusedVerdict } from '#engines/order/verdict.ts';
import { partyOf } from '#engines/order/view/party.ts';
import type { StartResult } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { Tx } from '#kit/db/index.ts';
import { createOrder } from '../lifecycle/decide.server.ts';
import { situationOf } from '../lifecycle/load-situation.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { LoadedOrder } from '../lifecycle/stored-order.server.ts';
import { trackRefusedCharging } from './charging-without-order.server.ts';
import { newOrderNo, tariffAt } from './open-order.server.ts';
import type { StartSite } from './start-site.server.ts';

/** The most orders that refused starts of one pile may create in an hour. Those that ended without energy settle by themselves and do not count. */
const REFUSED_STARTS_MAX = 20;
const HOUR_MS = 3_600_000;

/** A start that a pile has reported, and why it was refused. */
export interface RefusedStartReport {
  readonly site: StartSite;
  readonly pile: PileRef;
  readonly idTag: string;
  readonly startMessage: string;
  readonly startResult: StartResult;
  readonly verdict: RefusedVerdict;
  readonly result: number;
}

/**
 * Stores a refused start as an order without payer, with its gun, meter, instant and card, so that its samples and its stop find it. Undefined if the
 * pile has created too many such orders, or no longer exists: it repeats what was not answered.
 */
export const storeRefusedStart = async (work: OrderWork, report: RefusedStartReport): Promise<LoadedOrder | undefined> => {
  const { tx, nowMs } = work;
  const { site, pile: session, idTag, startResult, startMessage, verdict, result } = report;
  const obstacle = obstacleOf(verdict);
  if (obstacle === undefined || (await isFull(tx, site.cpCode, nowMs))) return undefined;
  const { cpCode, gunNumber, ratedPowerW } = site;
  const orderNo = newOrderNo(nowMs);
  const situation = await situationOf(tx, { cpCode, gunNumber }, { nowMs, session });
  const opened = openRefusedStart({ chargingOrderNo: orderNo, ratedPowerW, startReport: startResult, idTag, obstacle, result }, situation);
  if (!opened.ok) return undefined;
  const created = await createOrder(work, {
    site,
    party: undefined,
    reportedCardNo: idTag,
    tariff: await tariffAt(tx, site, begunAtMs(startResult.fromStore ? startResult.startAtMs : nowMs, nowMs)),
    orderNo,
    strategy: { type: strategyType.untilFull },
    startSource: startResult.startSource,
    startMessage,
    opening: opened,
    pile: situation.pile,
  });
  if (!created.ok) return undefined;
  await trackRefusedCharging(work, site, created.order.row);
  return created.order;
};

/** Why the start of an order was refused, as the pile was answered; null if a payer is known by now, or the start was not refused. */
export const refusalOf = ({ facts }: LoadedOrder): number | null => {
  const detail = partyOf(facts) === null ? refusedStart(facts)?.detail : undefined;
  return detail === undefined || typeof detail === 'string' ? null : Number(detail['result']);
};

const obstacleOf = ({ refusal, args }: RefusedVerdict): StartObstacle | undefined => {
  const name = refusal === 'start.refused' ? args['obstacle'] : refusal;
  return startObstacles.find((obstacle) => obstacle === name);
};

const isFull = async (tx: Tx, cpCode: string, nowMs: number): Promise<boolean> => {
  const { rows } = await sql<{ full: boolean }>`select count(*) >= ${REFUSED_STARTS_MAX} as full from charging_order
    where cp_code = ${cpCode} and order_state = ${sql.lit(orderState.abnormal)} and abnormal_reason = 'startRefused' and create_time > ${new Date(nowMs - HOUR_MS)}`.execute(
    tx,
  );
  return rows[0]?.full ?? false;
};
