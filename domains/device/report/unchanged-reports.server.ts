import { sql } from 'kysely';
import type { GunStatus, PileStatus } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { GunState } from '#engines/pile/codes.ts';
import { deviceGunState } from '#engines/pile/gun.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import { entityState } from '#engines/entity/codes.ts';
import { faultType, pileState } from '#engines/pile/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { measurementsOf } from './measurements.rules.ts';

/** An event with the session that sent it. */
export interface ReceivedEvent<E> {
  readonly pile: PileRef;
  readonly event: E;
  /** When the gateway received it. A pile's own clock may be wrong, and does not tell whether the pile is online. */
  readonly receivedMs: number;
}

const column = <E, V>(events: readonly ReceivedEvent<E>[], pick: (event: ReceivedEvent<E>, index: number) => V): readonly V[] => events.map(pick);

/** A gun whose report told no new state. */
export interface UnchangedGun {
  readonly shown: GunState;
  /** The report has other measurements than those stored. */
  readonly isNewReading: boolean;
}

/**
 * Most reports repeat what is stored already. For a gun whose state and fault are unchanged and that has no order, only the measurements are stored,
 * for many guns in one statement. Returns undefined for guns that have to be judged one by one.
 */
export const storeUnchangedGuns = (database: Database, events: readonly ReceivedEvent<GunStatus>[]): Promise<readonly (UnchangedGun | undefined)[]> =>
  inSystem(database, async (tx) => {
    const measurements = events.map(({ event }) => measurementsOf(event));
    const measurementColumn = <K extends keyof ReturnType<typeof measurementsOf>>(name: K) => measurements.map((measurement) => measurement[name]);
    const { rows } = await sql<{ place: number; shown: GunState; isNewReading: boolean }>`with told as (
        select * from unnest(${column(events, (_one, place) => place)}::int[], ${column(events, ({ pile }) => pile.cpCode)}::text[], ${column(events, ({ pile }) => pile.epoch)}::int8[], ${column(events, ({ event }) => event.gunNumber)}::int[],
          ${column(events, ({ receivedMs }) => new Date(receivedMs))}::timestamptz[], ${column(events, ({ event }) => deviceGunState(event.gunWorkStat, event.plugged))}::int2[], ${column(events, ({ event }) => event.gunFaultType)}::int2[],
          ${measurementColumn('stopType')}::int2[], ${measurementColumn('statusInfo')}::int2[], ${measurementColumn('tempPositive')}::int2[], ${measurementColumn('tempNegative')}::int2[], ${measurementColumn('cpVoltage')}::int[], ${measurementColumn('insulation')}::int[], ${measurementColumn('maxPower')}::int[])
          as t (place, code, epoch, gun, at, device, fault, stop_type, status_info, temp_positive, temp_negative, cp_voltage, insulation, max_power)),
      same as materialized (
        select told.*, g.gun_work_stat as shown,
          (told.stop_type, told.status_info, coalesce(told.temp_positive, l.gun_dc_positive_temp), coalesce(told.temp_negative, l.gun_dc_negative_temp), coalesce(told.cp_voltage, l.cp_voltage), coalesce(told.insulation, l.insulation_val), coalesce(told.max_power, l.online_gun_max_power))
            is distinct from (l.gun_stop_type, l.gun_status_info, l.gun_dc_positive_temp, l.gun_dc_negative_temp, l.cp_voltage, l.insulation_val, l.online_gun_max_power) as is_new_reading
        from told join pile_state s on s.cp_code = told.code and s.epoch = told.epoch join gun g on g.cp_code = told.code and g.gun_number = told.gun join gun_live l on l.cp_code = told.code and l.gun_number = told.gun
        where g.device_gun_stat = told.device and told.device <> 6 and coalesce(g.gun_fault_type, ${sql.lit(faultType.none)}) = told.fault and g.charging_order_no is null
        order by told.code, told.gun for update of s),
      newest as (select distinct on (code, gun) * from same order by code, gun, at desc, place desc),
      seen as (update pile_state s set last_seen = greatest(s.last_seen, n.at) from (select code, max(at) as at from same group by code) n where s.cp_code = n.code),
      kept as (update gun_live l set reported_at = n.at, gun_stop_type = n.stop_type, gun_status_info = n.status_info, gun_dc_positive_temp = coalesce(n.temp_positive, l.gun_dc_positive_temp),
          gun_dc_negative_temp = coalesce(n.temp_negative, l.gun_dc_negative_temp), cp_voltage = coalesce(n.cp_voltage, l.cp_voltage), insulation_val = coalesce(n.insulation, l.insulation_val),
          online_gun_max_power = coalesce(n.max_power, l.online_gun_max_power)
        from newest n where l.cp_code = n.code and l.gun_number = n.gun)
      select place, shown, is_new_reading from same`.execute(tx);
    const gunByIndex = new Map(rows.map(({ place, ...gun }) => [place, gun]));
    return events.map((_one, place) => gunByIndex.get(place));
  });

/** The same for piles: true for each whose state and fault are those shown already, so that only its details were stored. */
export const storeUnchangedPiles = (database: Database, events: readonly ReceivedEvent<PileStatus>[]): Promise<readonly boolean[]> =>
  inSystem(database, async (tx) => {
    const shown = column(events, ({ event, receivedMs }) =>
      shownPileState(
        {
          adminEnabled: true,
          online: true,
          faultType: event.cpFaultType,
          upgrade: { phase: 'none' },
          isDeviceDisabled: event.cpWorkStat === pileState.disabled,
        },
        receivedMs,
      ),
    );
    const { rows } = await sql<{ place: number }>`with told as (
        select * from unnest(${column(events, (_one, place) => place)}::int[], ${column(events, ({ pile }) => pile.cpCode)}::text[], ${column(events, ({ pile }) => pile.epoch)}::int8[], ${column(events, ({ receivedMs }) => new Date(receivedMs))}::timestamptz[],
          ${column(events, ({ event }) => event.cpWorkStat)}::int2[], ${column(events, ({ event }) => event.cpFaultType ?? 0)}::int2[], ${shown}::int2[], ${column(events, ({ event }) => JSON.stringify(event.details))}::text[])
          as t (place, code, epoch, at, work, fault, shown, details)),
      same as materialized (
        select told.* from told join pile_state s on s.cp_code = told.code and s.epoch = told.epoch join pile p on p.cp_code = told.code
        where s.device_work_stat = told.work and coalesce(p.cp_fault_type, ${sql.lit(faultType.none)}) = told.fault and p.cp_stat = ${sql.lit(entityState.enabled)} and p.cp_work_stat = told.shown
        order by told.code for update of s),
      newest as (select distinct on (code) * from same order by code, at desc, place desc),
      kept as (update pile_state s set last_seen = greatest(s.last_seen, n.at), details = n.details::jsonb from newest n where s.cp_code = n.code)
      select place from same`.execute(tx);
    const unchanged = new Set(rows.map(({ place }) => place));
    return events.map((_one, place) => unchanged.has(place));
  });
