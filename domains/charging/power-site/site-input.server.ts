import { demandOf, drawsLess } from '#engines/dispatch/allocation/demand.ts';
import type { DispatchedGun, DispatchInput } from '#engines/dispatch/safety/state.ts';
import { periodAt, type PowerPlan } from '#engines/dispatch/schedule/plan.ts';
import { limitOf, planOfSession } from '#engines/dispatch/schedule/session-limit.ts';
import { gunState, leftPluggedGunStates } from '#engines/pile/codes.ts';
import { gunIdOf, idleGun, nodesOf, silentPilesOf, SILENCE_MS, technicalFloorHw, temporaryLimit } from '#domains/power/server.ts';
import type { PowerPile, SiteLimit } from '#domains/power/server.ts';
import type { SiteJournal } from './site-journal.rules.ts';

/** A pile of a site as the tables show it. */
export interface SitePile extends PowerPile {
  readonly isOcpp: boolean;
  readonly isOnline: boolean;
  readonly epoch: number;
  readonly lastSeenMs: number | null;
  readonly offlineSinceMs: number | null;
  /** How often it reports a charge. */
  readonly chargingIntervalMs: number;
  /** The offline limit that it has told or accepted; null when it never did. */
  readonly toldOfflineHw: number | null;
  readonly guns: readonly SiteGun[];
}

export interface SiteGun {
  readonly gunNumber: number;
  readonly workStat: number;
  readonly changedAtMs: number | null;
  readonly reportedAtMs: number | null;
  readonly powerHw: number | null;
  readonly soc: number | null;
}

export interface SiteFacts {
  /** Of all piles together; null for none. */
  readonly limitHw: number | null;
  /** Limits for a time that are not closed, some of which may not have begun. */
  readonly limits: readonly SiteLimit[];
  readonly plan: PowerPlan;
  readonly piles: readonly SitePile[];
}

/** What the dispatcher is given: its clock is `shiftMs` ahead of the wall clock at the instant `nowMs` of the wall clock. */
export interface SiteClock {
  readonly nowMs: number;
  readonly shiftMs: number;
}

export interface SiteInput {
  readonly input: DispatchInput;
  readonly belowSinceMs: Readonly<Record<string, number>>;
  readonly aboveSoc: readonly string[];
  /** Guns whose sessions the plan stops at the end of a period. */
  readonly stops: readonly string[];
}

export const isCharging = ({ workStat }: SiteGun): boolean => workStat === gunState.charging;
/** A car that is plugged in may begin to charge at any moment. */
const mayBegin = ({ workStat }: SiteGun): boolean =>
  workStat === gunState.plugged || workStat === gunState.starting || leftPluggedGunStates.includes(workStat);

/** The site as the dispatcher sees it now. `before` says what has to be remembered of its guns. */
export const inputOf = (facts: SiteFacts, before: SiteJournal | null, clock: SiteClock): SiteInput => {
  const period = periodAt(facts.plan, clock.nowMs);
  const found = facts.piles.flatMap((pile) => pile.guns.map((gun) => gunInput({ facts, pile, gun, before, clock })));
  const pileLimitHw = ({ ratedHw }: PowerPile): number =>
    period !== null && period.changingPowerHw > 0 ? Math.min(ratedHw, period.changingPowerHw) : ratedHw;
  const idleFloors = found.flatMap(({ gun }) => (gun.demandHw === 0 ? [gun.floorHw] : []));
  return {
    input: {
      nodes: nodesOf(lower(period === null ? null : facts.limitHw, temporaryLimit(facts.limits, clock.nowMs)), facts.piles, pileLimitHw),
      mode: 'fair',
      guns: found.map(({ gun }) => gun),
      startReserveHw: Math.max(0, ...idleFloors),
      silentPiles: silentPilesOf(facts.piles),
    },
    belowSinceMs: Object.fromEntries(found.flatMap(({ gun, belowSinceMs }) => (belowSinceMs === null ? [] : [[gun.id, belowSinceMs]]))),
    aboveSoc: found.flatMap(({ gun, isAboveSoc }) => (isAboveSoc ? [gun.id] : [])),
    stops: found.flatMap(({ gun, isStopped }) => (isStopped ? [gun.id] : [])),
  };
};

/** The lower of two limits, of which null is none. */
const lower = (one: number | null, other: number | null): number | null => (one === null ? other : other === null ? one : Math.min(one, other));

interface GunFacts {
  readonly facts: SiteFacts;
  readonly pile: SitePile;
  readonly gun: SiteGun;
  readonly before: SiteJournal | null;
  readonly clock: SiteClock;
}

const gunInput = ({ facts: { plan }, pile, gun, before, clock }: GunFacts) => {
  const { nowMs, shiftMs } = clock;
  const id = gunIdOf(pile.cpCode, gun.gunNumber);
  const charges = isCharging(gun);
  const session = charges ? planOfSession(plan, { id, startedAtMs: gun.changedAtMs ?? nowMs }, nowMs) : null;
  const period = session === null ? periodAt(plan, nowMs) : session.period;
  const idle = idleGun({ ...pile, offlineHw: failSafeOf(pile) }, gun.gunNumber, period);
  const limit = limitOf(period, {
    ratedHw: pile.ratedHw,
    technicalFloorHw: technicalFloorHw(pile),
    soc: charges ? gun.soc : null,
    wasAboveSoc: before?.aboveSoc.includes(id) ?? false,
  });
  const limitHw = before?.dispatch.guns.get(id)?.commandedHw ?? null;
  const isBelow = charges && gun.powerHw !== null && limitHw !== null && drawsLess({ limitHw, drawnHw: gun.powerHw });
  const belowSinceMs = isBelow ? (before?.belowSinceMs[id] ?? nowMs + shiftMs) : null;
  const history = gun.powerHw === null || limitHw === null ? null : { limitHw, drawnHw: gun.powerHw, belowSinceMs };
  const demandHw = charges ? Math.min(demandOf(null, history, nowMs + shiftMs), pile.ratedHw) : mayBegin(gun) ? idle.floorHw : 0;
  const dispatched: DispatchedGun = {
    ...idle,
    caps: limit.caps,
    floorHw: Math.min(limit.floorHw, pile.ratedHw),
    demandHw,
    queue: { ...idle.queue, pluggedAtMs: (gun.changedAtMs ?? nowMs) + shiftMs, soc: gun.soc },
    raiseNotBeforeMs: session === null ? 0 : session.raiseNotBeforeMs + shiftMs,
    failSafe: {
      ...idle.failSafe,
      powerHw: cannotBegin(pile, gun, nowMs) ? 0 : idle.failSafe.powerHw,
      silenceMs: charges ? Math.max(SILENCE_MS, REPORTS_MISSED * pile.chargingIntervalMs) : SILENCE_MS,
    },
  };
  return { gun: dispatched, belowSinceMs, isAboveSoc: limit.isAboveSoc, isStopped: session?.stopAtMs != null && nowMs >= session.stopAtMs };
};

const REPORTS_MISSED = 3;

/**
 * Whether an idle gun draws nothing although nobody can reach it: its pile never came to this platform, or it is a native pile that does not start
 * charges offline. OCPP stations may start charges by lists of their own.
 */
export const cannotBegin = (pile: SitePile, gun: SiteGun, nowMs: number): boolean => {
  if (pile.epoch === 0) return true;
  if (pile.isOnline || isCharging(gun) || pile.isOcpp || pile.startsOffline) return false;
  return nowMs - (pile.offlineSinceMs ?? nowMs) >= SILENCE_MS;
};

/** A pile that was not told its offline limit may draw its rated power; one that was told another draws up to the higher of the two. */
const failSafeOf = ({ isOcpp, offlineHw, toldOfflineHw }: SitePile): number | null => {
  if (isOcpp || offlineHw === null) return offlineHw;
  return toldOfflineHw === null ? null : Math.max(offlineHw, toldOfflineHw);
};
