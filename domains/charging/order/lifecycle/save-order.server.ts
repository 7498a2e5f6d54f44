import { sql } from 'kysely';
import { encodeFact } from '#engines/order/codec.ts';
import { factKey } from '#engines/order/facts.ts';
import type { OrderFact, Progress } from '#engines/order/facts.ts';
import { merge } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { statePath } from '#engines/order/path.ts';
import { project } from '#engines/order/view.ts';
import type { OrderView } from '#engines/order/view.ts';
import { nextWakeMs } from '#engines/order/next-tick.ts';
import type { PileSituation } from '#engines/order/situation.ts';
import type { DeviceGunState } from '#engines/pile/codes.ts';
import { liveOrderStates, orderState } from '#engines/order/codes.ts';
import { gunState } from '#engines/pile/codes.ts';
import { applyOverlay } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { amountColumns } from './order-amounts.ts';
import type { OrderAmounts } from './order-amounts.ts';
import type { LoadedOrder, StoredOrder } from './stored-order.server.ts';

export interface SavedOrder {
  readonly facts: OrderFacts;
  readonly view: OrderView;
}

/** What is written of an order. */
interface SaveInput {
  readonly facts: readonly OrderFact[];
  readonly pile: PileSituation;
  /** Facts that are known already but not stored yet: those that an order begins with. */
  readonly first?: readonly OrderFact[];
  /** The order is not checked before this time; undefined: it is checked when it is due. */
  readonly noCheckBeforeMs?: number;
}

/**
 * Stores new facts of an order and writes their sum into its row and its gun. Each step of the state is written separately, so that the database's
 * guard checks each.
 */
export const saveFacts = async (
  tx: Tx,
  order: LoadedOrder,
  { facts: newFacts, pile, first = [], noCheckBeforeMs }: SaveInput,
): Promise<SavedOrder> => {
  const { row } = order;
  const facts = merge(order.facts, newFacts);
  const view = project(facts);
  const wakeMs = laterOf(nextWakeMs(view, pile), noCheckBeforeMs);
  await insertFacts(tx, row, [...first, ...newFacts]);
  const steps = statePath(order.facts, newFacts);
  for (const step of steps.slice(0, -1))
    await sql`update charging_order set order_state = ${step.to} where charging_order_id = ${row.orderId}`.execute(tx);
  await writeRow(tx, row.orderId, { view, wakeMs });
  await writeGunOverlay(tx, row, view);
  return { facts, view };
};

const laterOf = (wakeMs: number | null, noCheckBeforeMs: number | undefined): number | null =>
  wakeMs === null || noCheckBeforeMs === undefined ? wakeMs : Math.max(wakeMs, noCheckBeforeMs);

/** Writes when the order is checked next, where nothing else of it has changed. */
export const writeNextCheck = async (
  tx: Tx,
  orderId: string,
  { view, pile, noCheckBeforeMs }: Omit<SaveInput, 'facts'> & Pick<SavedOrder, 'view'>,
): Promise<void> => {
  await sql`update charging_order set next_wake_at = ${instantOf(laterOf(nextWakeMs(view, pile), noCheckBeforeMs))} where charging_order_id = ${orderId}`.execute(
    tx,
  );
};

/** The start message of the OCPP pile that started the order. The same message again is the same start. */
export const writeStartMessage = async (tx: Tx, orderId: string, startMessage: string): Promise<void> => {
  await sql`update charging_order set start_said = ${startMessage} where charging_order_id = ${orderId}`.execute(tx);
};

/** An error of the program prevented work on the order. */
export const writeRetry = async (tx: Tx, orderId: string, retryAt: Date): Promise<void> => {
  await sql`update charging_order set retry_at = ${retryAt} where charging_order_id = ${orderId}`.execute(tx);
};

/** The difference that a record makes waits for an operator; false if that was written before. */
export const writeAdjustmentDeferred = async (tx: Tx, orderId: string, basis: string | null): Promise<boolean> => {
  const { numAffectedRows } = await sql`update charging_order set adjust_told = ${basis}, adjust_waits = 1
    where charging_order_id = ${orderId} and adjust_due = ${basis} and adjust_told is distinct from ${basis}`.execute(tx);
  return numAffectedRows === 1n;
};

export const writeAmounts = async (tx: Tx, orderId: string, { nowMs, ...settled }: OrderAmounts & { readonly nowMs: number }): Promise<void> => {
  const row = amountColumns(settled);
  await sql`update charging_order set settle_method = ${row.settleMethod}, billing_time = ${new Date(nowMs)}, elec_amount = ${row.elecAmount}, srv_amount = ${row.srvAmount}, other1_amount = ${row.other1Amount},
    other2_amount = ${row.other2Amount}, billing_amount = ${row.billingAmount}, order_amount = ${row.orderAmount}, tariff_offer = ${row.tariffOffer}, vip_offer = ${row.vipOffer},
    coupon_credit_amount = ${row.couponCreditAmount}, overrun_amount = ${row.overrunAmount},
    card_credit_amount = ${row.cardCreditAmount}, point_credit_amount = ${row.pointCreditAmount}, shortfall_amount = ${row.shortfallAmount},
    charging_elec_tip = ${row.chargingElecTip}, charging_elec_peak = ${row.chargingElecPeak}, charging_elec_flat = ${row.chargingElecFlat}, charging_elec_valley = ${row.chargingElecValley},
    tip_amount = ${row.tipAmount}, peak_amount = ${row.peakAmount}, flat_amount = ${row.flatAmount}, valley_amount = ${row.valleyAmount},
    charging_elec = ${row.chargingElec}, charging_elec_json = ${row.chargingElecJson}::jsonb where charging_order_id = ${orderId}`.execute(tx);
};

const insertFacts = async (tx: Tx, row: Pick<StoredOrder, 'orderId' | 'tenantId'>, facts: readonly OrderFact[]): Promise<void> => {
  const keyedFacts = facts.filter((fact) => fact.kind !== 'progress');
  if (keyedFacts.length > 0) {
    await sql`insert into order_fact (charging_order_id, fact_key, tenant_id, kind, content)
      select ${row.orderId}, key, ${row.tenantId}, kind, content::jsonb from unnest(${keyedFacts.map(factKey)}::text[], ${keyedFacts.map((fact) => fact.kind)}::text[], ${keyedFacts.map(encodeFact)}::text[]) as told (key, kind, content)
      on conflict (charging_order_id, fact_key) do update set content = excluded.content where order_fact.content <> excluded.content`.execute(tx);
  }
  for (const fact of facts) if (fact.kind === 'progress') await insertProgress(tx, row, fact);
};

const insertProgress = async (tx: Tx, row: Pick<StoredOrder, 'orderId' | 'tenantId'>, progress: Progress): Promise<void> => {
  await sql`insert into order_progress as known (charging_order_id, tenant_id, first_at, last_at, heard_at, flow_heard_at, energy, meter, soc)
    values (${row.orderId}, ${row.tenantId}, ${progress.firstAtMs}, ${progress.lastAtMs}, ${progress.heardMs}, ${progress.flowHeardMs}, ${progress.energyDwh}, ${progress.meterDwh}, ${progress.soc})
    on conflict (charging_order_id) do update set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at), heard_at = greatest(known.heard_at, excluded.heard_at),
      flow_heard_at = greatest(known.flow_heard_at, excluded.flow_heard_at), energy = greatest(known.energy, excluded.energy), meter = greatest(known.meter, excluded.meter), soc = greatest(known.soc, excluded.soc)`.execute(
    tx,
  );
};

/** Writes the columns that follow from the facts. Amounts belong to the settlement, and so does the energy once a settlement has booked it. */
const writeRow = async (tx: Tx, orderId: string, { view, wakeMs }: { readonly view: OrderView; readonly wakeMs: number | null }): Promise<void> => {
  const row = viewColumns(view);
  await sql`update charging_order set order_state = ${row.orderState}, order_category = ${row.orderCategory}, abnormal_reason = ${row.abnormalReason}, start_result = ${row.startResult},
    start_source = ${row.startSource}, start_time = ${row.startTime}, stop_time = ${row.stopTime}, start_soc = ${row.startSoc}, stop_soc = ${row.stopSoc},
    start_meter = ${row.startMeter}, stop_meter = ${row.stopMeter}, stop_reason = ${row.stopReason}, charging_elec = case when ${view.settled === null} then ${view.energyDwh} else charging_elec end, car_vin = coalesce(${row.reportedVin}, car_vin),
    adjust_due = ${view.adjustDueBasis}, adjust_told = case when adjust_due is not distinct from ${view.adjustDueBasis} then adjust_told end,
    adjust_waits = case when adjust_due is not distinct from ${view.adjustDueBasis} then adjust_waits else 0 end, is_delete = ${view.isDelete}, next_wake_at = ${instantOf(wakeMs)}, update_time = now(), version = version + 1 where charging_order_id = ${orderId}`.execute(
    tx,
  );
};

/** What an order's row says of its state, its start and its end. */
export const viewColumns = ({ state, orderType, abnormalReason, startResult, terms, start, end }: OrderView) => ({
  orderState: state,
  orderCategory: orderType,
  abnormalReason,
  startResult,
  startSource: start?.startSource ?? terms.startSource,
  startTime: instantOf(start?.startAtMs),
  stopTime: instantOf(end?.stopAtMs),
  startSoc: start?.startSoc ?? null,
  stopSoc: end?.stopSoc ?? null,
  startMeter: start?.startMeterDwh ?? null,
  stopMeter: end?.stopMeterDwh ?? null,
  stopReason: end?.stopReason ?? null,
  reportedVin: start?.vin ?? null,
});

const instantOf = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms));

/** Writes the order's overlay on its gun: reserved, starting, or its number while it is live. A gun out of service stays so. */
const writeGunOverlay = async (tx: Tx, row: StoredOrder, view: OrderView): Promise<void> => {
  const isLive = liveOrderStates.includes(view.state);
  const overlay = view.state === orderState.starting ? gunState.starting : view.state === orderState.reserving ? gunState.reserved : null;
  const { rows } = await sql<{
    deviceGunStat: DeviceGunState | null;
    overlayStat: number | null;
    chargingOrderNo: string | null;
  }>`select device_gun_stat, overlay_stat, charging_order_no from gun
    where cp_code = ${row.cpCode} and gun_number = ${row.gunNumber} for update`.execute(tx);
  const [gun] = rows;
  if (!gun) return;
  // Another order may be live on the gun by now; an ended order leaves that unchanged.
  if (!isLive && gun.chargingOrderNo !== row.orderNo) return;
  const overlayToStore = gun.overlayStat === gunState.disabled ? gunState.disabled : overlay;
  const shown = applyOverlay(gun.deviceGunStat ?? gunState.idle, overlayToStore);
  await sql`update gun set overlay_stat = ${overlayToStore}, charging_order_no = ${isLive ? row.orderNo : null}, gun_work_stat = ${shown}, state_changed_at = case when gun_work_stat = ${shown} then state_changed_at else now() end
    where cp_code = ${row.cpCode} and gun_number = ${row.gunNumber} and (overlay_stat, charging_order_no, gun_work_stat) is distinct from (${overlayToStore}::smallint, ${isLive ? row.orderNo : null}::text, ${shown}::smallint)`.execute(
    tx,
  );
};
