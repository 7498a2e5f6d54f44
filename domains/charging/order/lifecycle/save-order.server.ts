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
import { shownWith } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { LoadedOrder, StoredOrder } from './stored-order.server.ts';

export interface Saved {
  readonly facts: OrderFacts;
  readonly view: OrderView;
}

/** Keeps new facts of an order and writes what they add up to into its row and its gun. Steps of the state are written one by one, so that the database's guard sees each. */
export const saveFacts = async (
  tx: Tx,
  order: LoadedOrder,
  told: { readonly facts: readonly OrderFact[]; readonly pile: PileSituation },
): Promise<Saved> => {
  const { row } = order;
  const facts = merge(order.facts, told.facts);
  const view = project(facts);
  await keepFacts(tx, row, told.facts);
  const steps = statePath(order.facts, told.facts);
  for (const step of steps.slice(0, -1))
    await sql`update charging_order set order_state = ${step.to} where charging_order_id = ${row.orderId}`.execute(tx);
  await writeRow(tx, row.orderId, { view, wakeMs: nextWakeMs(view, told.pile) });
  await showOnGun(tx, row, view);
  return { facts, view };
};

/** Facts of an order that was just made. */
export const keepFacts = async (tx: Tx, row: Pick<StoredOrder, 'orderId' | 'tenantId'>, facts: readonly OrderFact[]): Promise<void> => {
  const lasting = facts.filter((fact) => fact.kind !== 'progress');
  if (lasting.length > 0) {
    await sql`insert into order_fact (charging_order_id, fact_key, tenant_id, kind, content)
      select ${row.orderId}, key, ${row.tenantId}, kind, content::jsonb from unnest(${lasting.map(factKey)}::text[], ${lasting.map((fact) => fact.kind)}::text[], ${lasting.map(encodeFact)}::text[]) as told (key, kind, content)
      on conflict (charging_order_id, fact_key) do update set content = excluded.content where order_fact.content <> excluded.content`.execute(tx);
  }
  for (const fact of facts) if (fact.kind === 'progress') await keepProgress(tx, row, fact);
};

const keepProgress = async (tx: Tx, row: Pick<StoredOrder, 'orderId' | 'tenantId'>, progress: Progress): Promise<void> => {
  await sql`insert into order_progress as known (charging_order_id, tenant_id, first_at, last_at, heard_at, flow_heard_at, energy, meter, soc)
    values (${row.orderId}, ${row.tenantId}, ${progress.firstAtMs}, ${progress.lastAtMs}, ${progress.heardMs}, ${progress.flowHeardMs}, ${progress.energyDwh}, ${progress.meterDwh}, ${progress.soc})
    on conflict (charging_order_id) do update set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at), heard_at = greatest(known.heard_at, excluded.heard_at),
      flow_heard_at = greatest(known.flow_heard_at, excluded.flow_heard_at), energy = greatest(known.energy, excluded.energy), meter = greatest(known.meter, excluded.meter), soc = greatest(known.soc, excluded.soc)`.execute(
    tx,
  );
};

/** Writes the columns that follow from the facts; amounts are the settlement's, and so is the energy once that has booked one. */
const writeRow = async (tx: Tx, orderId: string, { view, wakeMs }: { readonly view: OrderView; readonly wakeMs: number | null }): Promise<void> => {
  const { start, end } = view;
  const at = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms));
  await sql`update charging_order set order_state = ${view.state}, order_category = ${view.orderType}, abnormal_reason = ${view.abnormalReason}, start_result = ${view.startResult},
    start_source = ${start?.startSource ?? view.terms.startSource}, start_time = ${at(start?.startAtMs)}, stop_time = ${at(end?.stopAtMs)}, start_soc = ${start?.startSoc ?? null}, stop_soc = ${end?.stopSoc ?? null},
    start_meter = ${start?.startMeterDwh ?? null}, stop_meter = ${end?.stopMeterDwh ?? null}, stop_reason = ${end?.stopReason ?? null}, charging_elec = case when ${view.settled === null} then ${view.energyDwh} else charging_elec end, car_vin = coalesce(${start?.vin ?? null}, car_vin),
    adjust_due = ${view.adjustDueBasis}, adjust_told = case when adjust_due is not distinct from ${view.adjustDueBasis} then adjust_told end,
    adjust_waits = case when adjust_due is not distinct from ${view.adjustDueBasis} then adjust_waits else 0 end, is_delete = ${view.isDelete}, next_wake_at = ${at(wakeMs)}, update_time = now(), version = version + 1 where charging_order_id = ${orderId}`.execute(
    tx,
  );
};

const LIVE = new Set([1, 2, 6]);
const STARTING = 5;
const RESERVED = 4;

/** Lays the order over its gun: reserved, starting, or its number while it lives. A gun out of service stays so. */
const showOnGun = async (tx: Tx, row: StoredOrder, view: OrderView): Promise<void> => {
  const lives = LIVE.has(view.state);
  const overlay = view.state === 6 ? STARTING : view.state === 1 ? RESERVED : null;
  const { rows } = await sql<{
    deviceGunStat: DeviceGunState | null;
    overlayStat: number | null;
    chargingOrderNo: string | null;
  }>`select device_gun_stat, overlay_stat, charging_order_no from gun
    where cp_code = ${row.cpCode} and gun_number = ${row.gunNumber} for update`.execute(tx);
  const [gun] = rows;
  if (!gun) return;
  // Another order may live on the gun by now; an ended one leaves it alone.
  if (!lives && gun.chargingOrderNo !== row.orderNo) return;
  const kept = gun.overlayStat === 0 ? 0 : overlay;
  const shown = shownWith(gun.deviceGunStat ?? 2, kept);
  await sql`update gun set overlay_stat = ${kept}, charging_order_no = ${lives ? row.orderNo : null}, gun_work_stat = ${shown}, state_changed_at = case when gun_work_stat = ${shown} then state_changed_at else now() end
    where cp_code = ${row.cpCode} and gun_number = ${row.gunNumber} and (overlay_stat, charging_order_no, gun_work_stat) is distinct from (${kept}::smallint, ${lives ? row.orderNo : null}::text, ${shown}::smallint)`.execute(
    tx,
  );
};
