import { learn } from './events.ts';
import { planCommands } from './plan-commands.ts';
import type { DispatchAlarm, DispatchEvent, DispatchState, DispatchStep } from './state.ts';
import { isExhausted, newRound } from './targets.ts';
import { watchLimits } from './violation.ts';

/** Targets change at most this often, unless something happened that must not wait. */
export const ROUND_MS = 10_000;

/**
 * The one transition of a site: what is known after an event, and the commands that follow. The caller stores the state before it sends a command, so
 * that a value that was sent is never forgotten. Time runs by `tick` events, about one a second.
 */
export const step = (before: DispatchState, event: DispatchEvent, nowMs: number): DispatchStep => {
  const learnt = learn(before, event, nowMs);
  // The most frequent events change nothing that the next tick could not deal with.
  if ((event.kind === 'heard' || event.kind === 'measured') && !learnt.state.isRoundDue)
    return { state: learnt.state, commands: [], alarms: learnt.alarms };
  const noticed = noticeSilence(learnt.state, nowMs);
  const isRoundDue = noticed.state.isRoundDue || nowMs - noticed.state.lastRoundMs >= ROUND_MS;
  const shared = isRoundDue ? newRound(noticed.state, nowMs) : noticed.state;
  const planned = planCommands(shared, nowMs);
  const watched = watchLimits(planned.state, nowMs);
  return {
    state: watched.state,
    commands: [...planned.commands, ...watched.commands],
    alarms: [...learnt.alarms, ...noticed.alarms, ...watched.alarms],
  };
};

/** Piles that have not been heard for too long, and guns whose commands were repeated in vain. */
const noticeSilence = (state: DispatchState, nowMs: number): { readonly state: DispatchState; readonly alarms: readonly DispatchAlarm[] } => {
  const alarms: DispatchAlarm[] = [];
  let isRoundDue = state.isRoundDue;
  const guns = new Map(state.guns);
  for (const { id, failSafe } of state.input.guns) {
    const gun = guns.get(id);
    if (!gun) continue;
    let then = gun;
    if (!gun.isSilent && nowMs - gun.lastHeardMs >= failSafe.silenceMs) then = { ...then, isSilent: true, unprovenSinceMs: nowMs };
    if (then.refusedUntilMs !== null && nowMs >= then.refusedUntilMs) then = { ...then, refusedUntilMs: null };
    if (isExhausted(then, nowMs) && !then.isExhausted) {
      then = { ...then, isExhausted: true };
      alarms.push({ kind: 'unproven', gunId: id });
    } else if (then.isExhausted && !isExhausted(then, nowMs)) then = { ...then, isExhausted: false };
    if (then === gun) continue;
    isRoundDue = true;
    guns.set(id, then);
  }
  return { state: { ...state, guns, isRoundDue }, alarms };
};
