import { compareInQueue } from '../allocation/queue.ts';
import { loadsOf, type NodeLoads } from './loads.ts';
import type { DispatchAlarm, DispatchCommand, DispatchState } from './state.ts';
import { stateOf } from './targets.ts';

/** Sessions are stopped, and then guns disabled, when the worst case has been above a limit for this long. */
export const STOP_AFTER_MS = 30_000;
export const DISABLE_AFTER_MS = 120_000;
const STOP_AGAIN_MS = 30_000;

interface Watched {
  readonly state: DispatchState;
  readonly commands: readonly DispatchCommand[];
  readonly alarms: readonly DispatchAlarm[];
}

/** What has to happen when the guns below a node may together pass its limit. */
export const watchLimits = (state: DispatchState, nowMs: number): Watched => {
  const over = loadsOf(state, nowMs).filter(({ capacity, worst }) => worst > capacity);
  const first = over[0];
  if (!first) return { state: state.violationSinceMs === null ? state : { ...state, violationSinceMs: null }, commands: [], alarms: [] };
  const sinceMs = state.violationSinceMs ?? nowMs;
  const alarms: readonly DispatchAlarm[] = state.violationSinceMs === null ? [{ kind: 'violation', nodeId: first.nodeId }] : [];
  const stopped = nowMs - sinceMs >= STOP_AFTER_MS ? stopFromTheEnd(state, over, nowMs) : [];
  const guns = new Map(state.guns);
  for (const gunId of stopped) guns.set(gunId, { ...stateOf(state, { id: gunId }, nowMs), stopSentMs: nowMs });
  const isDisabling = nowMs - sinceMs >= DISABLE_AFTER_MS;
  const commands = stopped.flatMap((gunId): readonly DispatchCommand[] => {
    const disobeys = isDisabling && state.guns.get(gunId)?.isDisobeying === true;
    return [{ kind: 'stop', gunId }, ...(disobeys ? [{ kind: 'disable', gunId } as const] : [])];
  });
  return { state: { ...state, guns, violationSinceMs: sinceMs }, commands, alarms };
};

/** For each node that is over, the last guns of the queue that may be drawing, until the others fit. */
const stopFromTheEnd = (state: DispatchState, over: readonly NodeLoads[], nowMs: number): readonly string[] => {
  const compare = compareInQueue(state.input.mode);
  const stopped = new Set<string>();
  for (const { loads, worst, capacity } of over) {
    const places = loads
      .filter(({ worstHw }) => worstHw > 0)
      .map((load) => ({ load, gun: state.input.guns[load.place]! }))
      .map(({ load, gun }) => ({
        load,
        id: gun.id,
        queue: { ...gun.queue, turns: stateOf(state, gun, nowMs).turns, mustRun: false, mustRest: false },
      }))
      .sort((one, other) => compare(other, one));
    let left = worst;
    for (const { load, id } of places) {
      if (left <= capacity) break;
      left -= load.perHw * load.worstHw;
      stopped.add(id);
    }
  }
  return [...stopped].filter((id) => nowMs - (state.guns.get(id)?.stopSentMs ?? -Infinity) >= STOP_AGAIN_MS);
};
