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
import { measuredOf } from './measured.rules.ts';

/** What a session says about its gun, or about itself. */
export interface HeardEvent<E> {
  readonly pile: PileRef;
  readonly event: E;
  /** When we heard it; a pile's own clock may be wrong, and says nothing of whether it is there. */
  readonly heardMs: number;
}

const list = <E, V>(said: readonly HeardEvent<E>[], pick: (one: HeardEvent<E>, place: number) => V): readonly V[] => said.map(pick);

/**
 * Most reports tell what is known already. Of a gun that does what it did, has the fault it had, and serves nobody, only what it measures
 * is kept, many guns in one statement. Answers the state shown of each such gun; undefined for those that have to be judged one by one.
 */
export const keepUnchangedGuns = (database: Database, said: readonly HeardEvent<GunStatus>[]): Promise<readonly (GunState | undefined)[]> =>
  inSystem(database, async (tx) => {
    const measured = said.map(({ event }) => measuredOf(event));
    const column = <K extends keyof ReturnType<typeof measuredOf>>(name: K) => measured.map((one) => one[name]);
    const { rows } = await sql<{ place: number; shown: GunState }>`with told as (
        select * from unnest(${list(said, (_one, place) => place)}::int[], ${list(said, ({ pile }) => pile.cpCode)}::text[], ${list(said, ({ pile }) => pile.epoch)}::int8[], ${list(said, ({ event }) => event.gunNumber)}::int[],
          ${list(said, ({ heardMs }) => new Date(heardMs))}::timestamptz[], ${list(said, ({ event }) => deviceGunState(event.gunWorkStat, event.plugged))}::int2[], ${list(said, ({ event }) => event.gunFaultType)}::int2[],
          ${column('stopType')}::int2[], ${column('statusInfo')}::int2[], ${column('tempPositive')}::int2[], ${column('tempNegative')}::int2[], ${column('cpVoltage')}::int[], ${column('insulation')}::int[], ${column('maxPower')}::int[])
          as t (place, code, epoch, gun, at, device, fault, stop_type, status_info, temp_positive, temp_negative, cp_voltage, insulation, max_power)),
      same as materialized (
        select told.*, g.gun_work_stat as shown from told join pile_state s on s.cp_code = told.code and s.epoch = told.epoch join gun g on g.cp_code = told.code and g.gun_number = told.gun
        where g.device_gun_stat = told.device and told.device <> 6 and coalesce(g.gun_fault_type, ${sql.lit(faultType.none)}) = told.fault and g.charging_order_no is null
        order by told.code, told.gun for update of s),
      newest as (select distinct on (code, gun) * from same order by code, gun, at desc, place desc),
      seen as (update pile_state s set last_seen = greatest(s.last_seen, n.at) from (select code, max(at) as at from same group by code) n where s.cp_code = n.code),
      kept as (update gun_live l set reported_at = n.at, gun_stop_type = n.stop_type, gun_status_info = n.status_info, gun_dc_positive_temp = coalesce(n.temp_positive, l.gun_dc_positive_temp),
          gun_dc_negative_temp = coalesce(n.temp_negative, l.gun_dc_negative_temp), cp_voltage = coalesce(n.cp_voltage, l.cp_voltage), insulation_val = coalesce(n.insulation, l.insulation_val),
          online_gun_max_power = coalesce(n.max_power, l.online_gun_max_power)
        from newest n where l.cp_code = n.code and l.gun_number = n.gun)
      select place, shown from same`.execute(tx);
    const known = new Map(rows.map(({ place, shown }) => [place, shown]));
    return said.map((_one, place) => known.get(place));
  });

/** The same for piles: true for each whose state and fault are those already shown, so that only its details were kept. */
export const keepUnchangedPiles = (database: Database, said: readonly HeardEvent<PileStatus>[]): Promise<readonly boolean[]> =>
  inSystem(database, async (tx) => {
    const shown = list(said, ({ event, heardMs }) =>
      shownPileState(
        {
          adminEnabled: true,
          online: true,
          faultType: event.cpFaultType,
          upgrade: { phase: 'none' },
          isDeviceDisabled: event.cpWorkStat === pileState.disabled,
        },
        heardMs,
      ),
    );
    const { rows } = await sql<{ place: number }>`with told as (
        select * from unnest(${list(said, (_one, place) => place)}::int[], ${list(said, ({ pile }) => pile.cpCode)}::text[], ${list(said, ({ pile }) => pile.epoch)}::int8[], ${list(said, ({ heardMs }) => new Date(heardMs))}::timestamptz[],
          ${list(said, ({ event }) => event.cpWorkStat)}::int2[], ${list(said, ({ event }) => event.cpFaultType ?? 0)}::int2[], ${shown}::int2[], ${list(said, ({ event }) => JSON.stringify(event.details))}::text[])
          as t (place, code, epoch, at, work, fault, shown, details)),
      same as materialized (
        select told.* from told join pile_state s on s.cp_code = told.code and s.epoch = told.epoch join pile p on p.cp_code = told.code
        where s.device_work_stat = told.work and coalesce(p.cp_fault_type, ${sql.lit(faultType.none)}) = told.fault and p.cp_stat = ${sql.lit(entityState.enabled)} and p.cp_work_stat = told.shown
        order by told.code for update of s),
      newest as (select distinct on (code) * from same order by code, at desc, place desc),
      kept as (update pile_state s set last_seen = greatest(s.last_seen, n.at), details = n.details::jsonb from newest n where s.cp_code = n.code)
      select place from same`.execute(tx);
    const known = new Set(rows.map(({ place }) => place));
    return said.map((_one, place) => known.has(place));
  });
