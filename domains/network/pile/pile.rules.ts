import type { PileState } from '#engines/pile/codes.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { entityState } from '../entity-state.ts';
import type { PileRefusal } from './pile.labels.ts';

type State = CodeValue<typeof entityState>;
const state = valuesOf(entityState);

interface PileFacts {
  readonly name: string;
  readonly state: State;
  /** Whether the pile has a rate policy that applies today. */
  readonly rates: 'none' | 'notToday' | 'today';
  readonly busyGuns: number;
  /** The station, agent or tenant is disused. */
  readonly isPlaceDisused: boolean;
}

/**
 * A pile can be enabled only with a rate policy and when its station, agent and tenant are not disused. It can be disabled only when
 * no gun is busy. A disused pile stays disused.
 */
export const changeState = (facts: PileFacts, wantedState: State): Verdict<State, PileRefusal> => {
  const { name } = facts;
  if (facts.state === state.disused) return deny('pile.disused', { name });
  if (wantedState === state.enabled && facts.isPlaceDisused) return deny('pile.placeDisused', { name });
  if (wantedState === state.enabled && facts.rates === 'none') return deny('pile.noRatePolicy', { name });
  if (wantedState === state.enabled && facts.rates === 'notToday') return deny('pile.ratePolicyNotToday', { name });
  if (wantedState !== state.enabled && facts.busyGuns > 0) return deny('pile.charging', { name, count: facts.busyGuns });
  return allow(wantedState);
};

/** The work state shown after a state change: 0 when disabled, else derived from the connection and the last fault. */
export const stateAfter = (wantedState: State, reported: { readonly online: boolean; readonly faultType: number | null }, nowMs: number): PileState =>
  shownPileState({ adminEnabled: wantedState === state.enabled, ...reported, upgrade: { phase: 'none' } }, nowMs);

/** A secret has 16 characters or 32 hex digits, which both protocols can carry. */
export const checkSecret = (secret: string): Verdict<string, PileRefusal> =>
  /^([!-~]{16}|[0-9a-fA-F]{32})$/.test(secret) ? allow(secret) : deny('pile.badSecret');

/** The power a pile may draw while offline never exceeds its rating. Both in 0.1 kW. */
export const checkOfflinePower = (limitPower: bigint, ratedPower: bigint): Verdict<bigint, PileRefusal> =>
  limitPower > ratedPower ? deny('pile.offlineAboveRated', { asked: Number(limitPower) / 10, rated: Number(ratedPower) / 10 }) : allow(limitPower);

/** A security profile never falls. It rises only after a login over TLS, so that a pile without TLS is not locked out by mistake. */
export const changeSecurityProfile = (
  facts: { readonly name: string; readonly present: number; readonly lastOverTls: boolean },
  wanted: number,
): Verdict<number, PileRefusal> => {
  const { name } = facts;
  if (wanted < facts.present) return deny('pile.profileFalls', { name });
  return wanted > facts.present && !facts.lastOverTls ? deny('pile.noTlsYet', { name }) : allow(wanted);
};
