import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { entityState } from '../entity-state.ts';
import type { StationRefusal } from './station.labels.ts';

type State = CodeValue<typeof entityState>;
const state = valuesOf(entityState);

/**
 * A station may be enabled and disabled even while cars charge, since that only prevents new charges. A disused station stays
 * disused, and none becomes disused while a gun is busy.
 */
export const changeState = (facts: { readonly state: State; readonly busyGuns: number }, wantedState: State): Verdict<State, StationRefusal> => {
  if (facts.state === state.disused) return deny('station.disused');
  if (wantedState === state.disused && facts.busyGuns > 0) return deny('station.charging', { count: facts.busyGuns });
  return allow(wantedState);
};

/** A place has both coordinates or none. */
export const checkCoordinates = (position: { readonly gpsX?: bigint | null; readonly gpsY?: bigint | null }): Verdict<true, StationRefusal> =>
  (position.gpsX ?? null) === null
    ? (position.gpsY ?? null) === null
      ? allow(true)
      : deny('station.coordinates')
    : (position.gpsY ?? null) === null
      ? deny('station.coordinates')
      : allow(true);
