import { sql } from 'kysely';
import { longestMinutes } from '#engines/reservation/occupancy.ts';
import { windowOf, windowProblem } from '#engines/reservation/window.ts';
import type { ReservedWindow } from '#engines/reservation/window.ts';
import { leftPluggedGunStates, reservationGunStates } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { Party } from '#domains/customer/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { orderRefusals } from '../order/order-refusals.labels.ts';
import { liveReservationStates } from '../order/reservation.codes.ts';
import { storedIntervals } from '../order/settlement/occupancy.server.ts';
import type { StoredInterval } from '../order/settlement/occupancy.server.ts';
import { reserveAheadMaxHours, reserveClearMinutes, reserveCompanyLiveMax, reserveLiveMax } from '../order/start/reservation-settings.ts';
import type { StartSite } from '../order/start/start-site.server.ts';
import { countLive, isCompany } from './open-reservation.server.ts';
import type { ReservationTerms } from './open-reservation.server.ts';
import { reservationRefusals } from './reservation-order.labels.ts';
import type { Offer } from './reservation-order.ts';

/** What a pile allows: its terms, and the limits of its tenant. */
export interface ReservationRules {
  readonly tenantId: string;
  readonly canBeReservation: boolean;
  readonly terms: (ReservationTerms & { readonly crcName: string }) | undefined;
  readonly currency: string;
  readonly timezone: string;
  readonly aheadMaxHours: number;
  readonly clearMinutes: number;
  readonly liveMax: number;
  readonly companyLiveMax: number;
}

const settingsAt = async (tx: Tx, now: Date, tenantId: string) => {
  const reader = { db: tx, registry: {}, now };
  return {
    aheadMaxHours: await settingOf(reader, reserveAheadMaxHours, tenantId),
    clearMinutes: await settingOf(reader, reserveClearMinutes, tenantId),
    liveMax: await settingOf(reader, reserveLiveMax, tenantId),
    companyLiveMax: await settingOf(reader, reserveCompanyLiveMax, tenantId),
  };
};

/** The reservation rules of a pile; undefined when there is no such pile. */
export const reservationRulesOf = async (tx: Tx, cpCode: string, now: Date): Promise<ReservationRules | undefined> => {
  const { rows } = await sql<{
    tenantId: bigint;
    canBeReservation: number;
    currency: string;
    timezone: string;
    crcId: bigint | null;
    crcName: string | null;
    isEnabled: boolean | null;
    details: readonly StoredInterval[] | null;
  }>`select p.tenant_id, p.can_be_reservation, t.currency, s.timezone, c.crc_id, c.crc_name, c.crc_state = ${sql.lit(entityState.enabled)} and not c.is_delete as is_enabled, c.details
    from pile p join tenant t on t.tenant_id = p.tenant_id join station s on s.station_id = p.station_id left join reservation_conf c on c.crc_id = p.crc_id
    where p.cp_code = ${cpCode} and not p.is_delete`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { tenantId, canBeReservation, currency, timezone, crcId, crcName, isEnabled, details } = row;
  const terms =
    crcId !== null && crcName !== null && details !== null ? { crcId: String(crcId), crcName, isEnabled: isEnabled === true, details } : undefined;
  const settings = await settingsAt(tx, now, String(tenantId));
  return { tenantId: String(tenantId), canBeReservation: canBeReservation === 1, terms, currency, timezone, ...settings };
};

interface WindowRequest {
  readonly site: StartSite;
  readonly party: Party;
  readonly rules: ReservationRules;
  /** Null: now. */
  readonly fromMs: number | null;
  readonly minutes: number;
  readonly nowMs: number;
}

/** The window and the terms of a reservation that may be made, or a refusal. */
export const checkWindow = async (
  tx: Tx,
  { site, party, rules, fromMs, minutes, nowMs }: WindowRequest,
): Promise<{ readonly window: ReservedWindow; readonly terms: ReservationTerms }> => {
  if (!rules.canBeReservation) throwRefusal(orderRefusals, 'reservation.notOffered');
  const { terms } = rules;
  if (!terms?.isEnabled) return throwRefusal(orderRefusals, 'reservation.confDisabled');
  const max = longestMinutes(storedIntervals(terms.details));
  if (minutes > max) throwRefusal(reservationRefusals, 'reservation.tooLong', { max });
  const window = windowOf(fromMs, minutes, nowMs);
  const problem = windowProblem(window, { nowMs, aheadMaxMs: rules.aheadMaxHours * HOUR_MS });
  if (problem === 'past') throwRefusal(reservationRefusals, 'reservation.past');
  if (problem === 'tooFar') throwRefusal(reservationRefusals, 'reservation.tooFar', { hours: rules.aheadMaxHours });
  const live = await countLive(tx, party);
  if (live >= (isCompany(party) ? rules.companyLiveMax : rules.liveMax)) throwRefusal(reservationRefusals, 'reservation.tooMany', { live });
  if (window.fromMs === nowMs) refuseIfOccupied(site);
  return { window, terms };
};
const HOUR_MS = 3_600_000;

const refuseIfOccupied = ({ liveOrderNo, gunWorkStat }: StartSite): void => {
  if (liveOrderNo !== null && reservationGunStates.includes(gunWorkStat)) throwRefusal(orderRefusals, 'reservation.slotTaken');
  if (leftPluggedGunStates.includes(gunWorkStat)) throwRefusal(reservationRefusals, 'reservation.gunBusy');
};

/** Decimals of an amount in requests and responses. */
export const AMOUNT_DIGITS = 2;

/** The most windows of one pile that are shown. */
const TAKEN_MAX = 100;

export const offerOf = async (tx: Tx, cpCode: string, rules: ReservationRules): Promise<Offer> => {
  const { tenantId, canBeReservation, terms, currency, timezone, aheadMaxHours, clearMinutes } = rules;
  const { rows: guns } = await sql<{ gunNumber: number; gunWorkStat: number }>`select gun_number, gun_work_stat from gun
    where cp_code = ${cpCode} and not is_delete order by gun_number`.execute(tx);
  const { rows: taken } = await sql<{
    gunNumber: number;
    startTime: Date;
    expireTime: Date;
  }>`select gun_num as gun_number, start_time, expire_time from reservation_order
    where cp_code = ${cpCode} and state in (${literals(liveReservationStates)}) order by start_time limit ${TAKEN_MAX}`.execute(tx);
  return {
    tenantId,
    canBeReservation,
    terms: terms
      ? {
          crcName: terms.crcName,
          isEnabled: terms.isEnabled,
          maxMinutes: longestMinutes(storedIntervals(terms.details)),
          details: terms.details.map((detail) => ({ ...detail, occupyFeeUnit: formatScaled(BigInt(detail.occupyFeeUnit), AMOUNT_DIGITS) })),
        }
      : null,
    currency,
    timezone,
    aheadMaxHours,
    clearMinutes,
    guns,
    taken: taken.map(({ gunNumber, startTime, expireTime }) => ({
      gunNumber,
      startTime: startTime.toISOString(),
      expireTime: expireTime.toISOString(),
    })),
  };
};
