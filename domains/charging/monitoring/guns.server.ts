import { sql } from 'kysely';
import { gunState } from '#engines/pile/codes.ts';
import { START_RESULT_WAIT_MS } from '#engines/order/bounds.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import { pileProtocol, station } from '#domains/network/resources.ts';
import { maskOf } from '#kit/fields/personal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { PLUG_WAIT_KEY, plugWaitMs } from '../order/start/plug-wait.rules.ts';
import type { LiveGun, GunOrder } from './monitor.ts';

type Nullable<T> = { [K in keyof T]: T[K] | null };

interface RawGun {
  cpCode: string;
  cpName: string;
  cpType: number;
  gunNumber: number;
  gunWorkStat: number;
  gunFaultType: number | null;
  online: boolean;
  awaitingPlug: boolean;
  protocol: number;
  connectionTimeOut: string | null;
  cpWorkStat: number;
  cpPower: bigint;
  rateRuleNo: string | null;
  currency: string;
  stateChangedAt: Date | null;
  reportedAt: Date | null;
  carVin: string | null;
  carSoc: number | null;
}
type RawLive = Nullable<{
  voltageDv: bigint;
  currentDa: bigint;
  powerW: bigint;
  soc: number;
  energyDwh: bigint;
  amountCents: bigint;
  remainingMin: number;
  bmsVoltageDv: bigint;
  bmsCurrentDa: bigint;
}>;
type RawStatus = Nullable<{
  stopType: number;
  statusInfo: number;
  positiveTempC: number;
  negativeTempC: number;
  cpVoltageCv: bigint;
  insulationKohm: number;
  maxPowerHw: bigint;
}>;
type RawOrder = Nullable<{
  chargingOrderId: bigint;
  chargingOrderNo: string;
  orderState: number;
  startTime: Date;
  startSoc: number;
  userName: string;
  userMobile: string;
  carNum: string;
  icCardNo: string;
  mainPartType: number;
  chargingStrategyType: number;
  chargingStrategyVal: bigint;
}>;

/** All guns of a station, in the order of their codes. A station outside the viewer's scope is answered like one that does not exist. */
export const readLiveGuns = async (ctx: Context, stationId: string): Promise<readonly LiveGun[]> => {
  await ctx.rows(station).get(stationId);
  const { rows } = await sql<
    RawGun & RawStatus & RawLive & RawOrder
  >`select g.cp_code, p.cp_name, p.cp_type, g.gun_number, g.gun_work_stat, g.gun_fault_type, st.online,
      g.gun_work_stat = ${sql.lit(gunState.starting)} and exists (select from order_fact f where f.charging_order_id = o.charging_order_id and f.kind = 'startCommand'
        and (f.content ->> 'resultWaitMs')::int8 > ${START_RESULT_WAIT_MS}) as awaiting_plug, p.protocol, c.value as connection_time_out, p.cp_work_stat, p.cp_power, r.rate_rule_no,
      n.currency, g.state_changed_at, l.reported_at, v.car_vin, v.car_soc, l.charging_voltage as voltage_dv, l.charging_current as current_da, l.charging_power as power_w, l.charging_soc as soc, l.charging_elec as energy_dwh,
      l.charging_amount as amount_cents, l.charging_remaining_min as remaining_min, l.bms_voltage as bms_voltage_dv, l.bms_current as bms_current_da,
      l.gun_stop_type as stop_type, l.gun_status_info as status_info, l.gun_dc_positive_temp as positive_temp_c, l.gun_dc_negative_temp as negative_temp_c, l.cp_voltage as cp_voltage_cv, l.insulation_val as insulation_kohm, l.online_gun_max_power as max_power_hw,
      o.charging_order_id, o.charging_order_no, o.order_state, o.start_time, o.start_soc, o.user_name, o.user_mobile, o.car_num, o.ic_card_no, o.main_part_type, o.charging_strategy_type, o.charging_strategy_val
    from gun g join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number join pile p on p.cp_code = g.cp_code join pile_state st on st.cp_code = g.cp_code
      join tenant n on n.tenant_id = g.tenant_id left join plugged_car v on v.cp_code = g.cp_code and v.gun_number = g.gun_number left join rate_rule r on r.rate_rule_id = p.rate_rule_id left join pile_parameter c on c.cp_code = p.cp_code and c.param_no = ${PLUG_WAIT_KEY} left join charging_order o on o.charging_order_no = g.charging_order_no
    where g.station_id = ${stationId} and not g.is_delete and not p.is_delete order by g.cp_code, g.gun_number`.execute(ctx.db);
  return rows.map((row) => ({ ...gunOf(row), status: statusOf(row), sample: sampleOf(row), order: orderOf(row) }));
};

const gunOf = (row: RawGun): Omit<LiveGun, 'status' | 'sample' | 'order'> => ({
  cpCode: row.cpCode,
  cpName: row.cpName,
  cpType: row.cpType,
  gunNumber: row.gunNumber,
  gunWorkStat: row.gunWorkStat,
  gunFaultType: row.gunFaultType,
  isOnline: row.online,
  isAwaitingPlug: row.awaitingPlug,
  plugWaitS: row.protocol === pileProtocol.items.ocpp16.value ? plugWaitMs(row.connectionTimeOut) / 1_000 : null,
  cpWorkStat: row.cpWorkStat,
  ratedPowerW: Number(row.cpPower) * 100,
  rateRuleNo: row.rateRuleNo,
  currency: row.currency,
  stateChangedAt: row.stateChangedAt?.toISOString() ?? null,
  reportedAt: row.reportedAt?.toISOString() ?? null,
  car: { vin: row.carVin, socPercent: row.carSoc },
});

const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));

const sampleOf = (row: RawLive): LiveGun['sample'] => ({
  voltageDv: numberOrNull(row.voltageDv),
  currentDa: numberOrNull(row.currentDa),
  powerW: numberOrNull(row.powerW),
  soc: row.soc,
  energyDwh: numberOrNull(row.energyDwh),
  amountCents: numberOrNull(row.amountCents),
  remainingMin: row.remainingMin,
  bmsVoltageDv: numberOrNull(row.bmsVoltageDv),
  bmsCurrentDa: numberOrNull(row.bmsCurrentDa),
});

const statusOf = (row: RawStatus): LiveGun['status'] => ({
  stopType: row.stopType,
  statusInfo: row.statusInfo,
  positiveTempC: row.positiveTempC,
  negativeTempC: row.negativeTempC,
  cpVoltageCv: numberOrNull(row.cpVoltageCv),
  insulationKohm: row.insulationKohm,
  maxPowerHw: numberOrNull(row.maxPowerHw),
});

const orderOf = (row: RawOrder): GunOrder | null =>
  row.chargingOrderId === null || row.chargingOrderNo === null
    ? null
    : {
        chargingOrderId: String(row.chargingOrderId),
        chargingOrderNo: row.chargingOrderNo,
        orderState: row.orderState ?? 0,
        startTime: row.startTime?.toISOString() ?? null,
        startSoc: row.startSoc,
        userName: row.userName,
        userMobile: row.userMobile && maskOf('phone', row.userMobile),
        carNum: row.carNum,
        icCardNo: row.icCardNo,
        mainPartType: row.mainPartType,
        chargingStrategyType: row.chargingStrategyType ?? 1,
        chargingStrategyVal: formatDecimal(row.chargingStrategyVal ?? 0n, 2),
      };
