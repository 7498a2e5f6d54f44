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
export const changeState = (facts: { readonly state: State; readonly busyGuns: number }, wanted: State): Verdict<State, StationRefusal> => {
  if (facts.state === state.disused) return deny('station.disused');
  if (wanted === state.disused && facts.busyGuns > 0) return deny('station.charging', { count: facts.busyGuns });
  return allow(wanted);
};

/** A place has both coordinates or none. */
export const checkCoordinates = (place: { readonly gpsX?: bigint | null; readonly gpsY?: bigint | null }): Verdict<true, StationRefusal> =>
  (place.gpsX ?? null) === null
    ? (place.gpsY ?? null) === null
      ? allow(true)
      : deny('station.coordinates')
    : (place.gpsY ?? null) === null
      ? deny('station.coordinates')
      : allow(true);
