import { sql } from 'kysely';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { ChargingMoney, PileSituation, Situation } from '#engines/order/situation.ts';
import { liveOrderStates } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { pileProtocol } from '#domains/network/resources.ts';

interface StateRow {
  epoch: bigint;
  online: boolean;
  offlineSince: Date | null;
  protocol: number;
}

/** The pile as an order's rules see it. `session` is the session that sent a message; absent for people and timers. */
export const pileSituation = async (tx: Tx, cpCode: string, session?: PileRef): Promise<PileSituation> => {
  const code = session?.cpCode ?? cpCode;
  const { rows } =
    await sql<StateRow>`select s.epoch, s.online, s.offline_since, p.protocol from pile_state s join pile p using (cp_code) where s.cp_code = ${code}`.execute(
      tx,
    );
  const [row] = rows;
  const epoch = row ? Number(row.epoch) : 0;
  return {
    cpCode: code,
    authenticated: true,
    epochIsCurrent: session === undefined || session.epoch === epoch,
    liveEpoch: row?.online ? epoch : null,
    offlineSinceMs: row?.online ? null : (row?.offlineSince?.getTime() ?? 0),
    // OCPP has no mark for messages that were stored before they were sent.
    marksStored: row?.protocol === pileProtocol.items.native.value,
  };
};

/** The gun of an order; without an id the order is not written yet. */
export interface OrderGun {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly orderId?: string;
}

/** Greater than the id of any order: an order that is not written yet comes after all orders of its gun. */
const NEXT_ORDER_ID = '9223372036854775807';

/** Everything that an order's rules need besides its facts. */
export const situationOf = async (
  tx: Tx,
  { cpCode, gunNumber, orderId = NEXT_ORDER_ID }: OrderGun,
  input: { readonly nowMs: number; readonly session?: PileRef | undefined; readonly money?: ChargingMoney | null | undefined },
): Promise<Situation> => {
  const { rows } = await sql<{ lastStop: bigint | null; taken: boolean; gunWorkStat: number | null }>`select
      (select device_gun_stat from gun where cp_code = ${cpCode} and gun_number = ${gunNumber}) as gun_work_stat,
      (select stop_meter from charging_order where cp_code = ${cpCode} and gun_number = ${gunNumber} and charging_order_id < ${orderId} order by charging_order_id desc limit 1) as last_stop,
      exists (select from charging_order where cp_code = ${cpCode} and gun_number = ${gunNumber} and order_state in (${literals(liveOrderStates)}) and charging_order_id <> ${orderId}) as taken`.execute(
    tx,
  );
  const lastStop = rows[0]?.lastStop ?? null;
  return {
    nowMs: input.nowMs,
    pile: await pileSituation(tx, cpCode, input.session),
    lastStopMeterDwh: lastStop === null ? null : Number(lastStop),
    gunWorkStat: rows[0]?.gunWorkStat ?? null,
    gunTaken: rows[0]?.taken ?? false,
    money: input.money ?? null,
  };
};
