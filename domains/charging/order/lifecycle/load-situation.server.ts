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
  return pileOf(rows[0], code, session);
};

const pileOf = (row: StateRow | undefined, cpCode: string, session: PileRef | undefined): PileSituation => {
  const epoch = row ? Number(row.epoch) : 0;
  return {
    cpCode,
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
  const code = input.session?.cpCode ?? cpCode;
  const { rows } = await sql<SituationRow>`select s.epoch, s.online, s.offline_since, p.protocol,
      (select device_gun_stat from gun where cp_code = ${cpCode} and gun_number = ${gunNumber}) as gun_work_stat,
      (select stop_meter from charging_order where cp_code = ${cpCode} and gun_number = ${gunNumber} and charging_order_id < ${orderId} order by charging_order_id desc limit 1) as last_stop,
      exists (select from charging_order where cp_code = ${cpCode} and gun_number = ${gunNumber} and order_state in (${literals(liveOrderStates)}) and charging_order_id <> ${orderId}) as taken
    from (values (${code})) one (cp_code) left join pile_state s on s.cp_code = one.cp_code left join pile p on p.cp_code = s.cp_code`.execute(tx);
  const [row] = rows;
  const lastStop = row?.lastStop ?? null;
  return {
    nowMs: input.nowMs,
    pile: pileOf(row && stateOf(row), code, input.session),
    lastStopMeterDwh: lastStop === null ? null : Number(lastStop),
    gunWorkStat: row?.gunWorkStat ?? null,
    gunTaken: row?.taken ?? false,
    money: input.money ?? null,
  };
};

interface SituationRow {
  /** Null, as are the other columns of the state, for a pile that does not exist. */
  readonly epoch: bigint | null;
  readonly online: boolean | null;
  readonly offlineSince: Date | null;
  readonly protocol: number | null;
  readonly gunWorkStat: number | null;
  readonly lastStop: bigint | null;
  readonly taken: boolean;
}

const stateOf = ({ epoch, online, offlineSince, protocol }: SituationRow): StateRow | undefined =>
  epoch === null || online === null || protocol === null ? undefined : { epoch, online, offlineSince, protocol };
