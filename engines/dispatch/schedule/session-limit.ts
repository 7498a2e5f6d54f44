import type { PowerCap } from '../allocation/site.ts';
import { endAction } from './codes.ts';
import { bordersBetween, periodAt, type PowerPeriod, type PowerPlan } from './plan.ts';

/** Commands to many guns at one border are spread over these times. */
export const STOP_SPREAD_MS = 300_000;
export const RAISE_SPREAD_MS = 60_000;
/** A gun that was limited by its state of charge is free again below it by this much. */
const SOC_HYSTERESIS = 3;

/** What a plan says about a running session. It follows from the plan and two instants, so nothing has to be remembered. */
export interface SessionPlan {
  /** Null when the session is not limited by the plan. */
  readonly period: PowerPeriod | null;
  /** When the session has to be stopped; null when it need not. */
  readonly stopAtMs: number | null;
  /** Not before this instant may the limit of the gun rise, so that guns do not rise together. */
  readonly raiseNotBeforeMs: number;
}

/** The plan of a session that began at `startedAtMs`. `id` is what the spread follows from. */
export const planOfSession = (plan: PowerPlan, session: { readonly id: string; readonly startedAtMs: number }, nowMs: number): SessionPlan => {
  const borders = bordersBetween(plan, session.startedAtMs, nowMs);
  let raiseNotBeforeMs = session.startedAtMs;
  for (const { atMs, before } of borders) {
    raiseNotBeforeMs = atMs + spreadMs(session.id, RAISE_SPREAD_MS);
    switch (before?.endAction) {
      case endAction.backToRated:
        return { period: null, stopAtMs: null, raiseNotBeforeMs };
      case endAction.keepLimit:
        return { period: before, stopAtMs: null, raiseNotBeforeMs: session.startedAtMs };
      case endAction.stopSessions:
        return { period: periodAt(plan, nowMs), stopAtMs: atMs + spreadMs(session.id, STOP_SPREAD_MS), raiseNotBeforeMs };
      case endAction.nextApplies:
      case undefined:
    }
  }
  return { period: periodAt(plan, nowMs), stopAtMs: null, raiseNotBeforeMs };
};

/** A delay from 0 to below `withinMs` that is always the same for one id. */
export const spreadMs = (id: string, withinMs: number): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  return Math.floor((hash / 2 ** 32) * withinMs);
};

export interface PlanLimit {
  readonly caps: readonly PowerCap[];
  readonly floorHw: number;
  /** To be given again as `wasAboveSoc`. */
  readonly isAboveSoc: boolean;
}

/** The caps and the floor of a gun in a period. `technicalFloorHw` is what the device and the car need at least; `soc` is null when unknown. */
export const limitOf = (
  period: PowerPeriod | null,
  gun: { readonly ratedHw: number; readonly technicalFloorHw: number; readonly soc: number | null; readonly wasAboveSoc: boolean },
): PlanLimit => {
  const rated: PowerCap = { kind: 'rated', powerHw: gun.ratedHw };
  if (period === null) return { caps: [rated], floorHw: gun.technicalFloorHw, isAboveSoc: false };
  const isAboveSoc = aboveSoc(period.changingSoc, gun);
  const floorHw = Math.max(period.changingPowerMinHw, gun.technicalFloorHw);
  return {
    caps: [
      rated,
      ...(period.changingPowerHw > 0 ? [{ kind: 'schedule', powerHw: period.changingPowerHw } as const] : []),
      ...(isAboveSoc ? [{ kind: 'soc', powerHw: floorHw } as const] : []),
    ],
    floorHw,
    isAboveSoc,
  };
};

const aboveSoc = (changingSoc: number, { soc, wasAboveSoc }: { readonly soc: number | null; readonly wasAboveSoc: boolean }): boolean => {
  if (changingSoc === 0 || soc === null) return false;
  return soc >= changingSoc - (wasAboveSoc ? SOC_HYSTERESIS : 0);
};
