import { proveByReadBack, proveByReply } from './proof.ts';
import { FLIGHT_MS, newGun } from './state.ts';
import type { DispatchAlarm, DispatchedGun, DispatchEvent, DispatchInput, DispatchState, GunEvent, GunState } from './state.ts';
import { worstHw } from './worst.ts';

/** A device that draws more than this above every value that could be in force disobeys. */
const ABOVE_HW = 20;
const ABOVE_PERMILLE = 50;
const SAMPLES_UNTIL_DISPROOF = 2;
/** A device needs this time to come down to a new limit. */
const SETTLE_MS = 5_000;
const REFUSED_FOR_MS = 30_000;

interface Learnt {
  readonly state: DispatchState;
  readonly alarms: readonly DispatchAlarm[];
}

/** The state after an event, without what follows from it. Events of older connections are ignored. */
export const learn = (state: DispatchState, event: DispatchEvent, nowMs: number): Learnt => {
  switch (event.kind) {
    case 'tick':
      return { state, alarms: [] };
    case 'input':
      return { state: takeInput(state, event.input, nowMs), alarms: [] };
    case 'login':
    case 'lost':
    case 'heard':
      return { state: ofPile(state, event, nowMs), alarms: [] };
    case 'reply':
    case 'readBack':
    case 'measured':
      return ofGun(state, event, nowMs);
  }
};

const takeInput = (state: DispatchState, input: DispatchInput, nowMs: number): DispatchState => {
  const charging = input.guns.filter(({ demandHw }) => demandHw > 0).map(({ id }) => state.guns.get(id)?.turns ?? Infinity);
  const fewestTurns = charging.reduce((fewest, turns) => Math.min(fewest, turns), Infinity);
  const before = new Map(state.input.guns.map((gun) => [gun.id, gun]));
  const guns = new Map(
    input.guns.map((gun) => {
      const known = state.guns.get(gun.id) ?? newGun(0, nowMs);
      const isNewSession = gun.demandHw > 0 && (before.get(gun.id)?.demandHw ?? 0) <= 0;
      const turns = fewestTurns === Infinity ? 0 : fewestTurns;
      return [gun.id, isNewSession ? { ...known, turns, switchedAtMs: null, lastRaiseMs: null } : known] as const;
    }),
  );
  return { ...state, input, guns, isRoundDue: state.isRoundDue || isUrgent(state.input, input) };
};

/** A limit fell, or a car came or left: the next allocation does not wait. */
const isUrgent = (before: DispatchInput, after: DispatchInput): boolean => {
  if (before.nodes.length !== after.nodes.length || before.guns.length !== after.guns.length) return true;
  const isLower = after.nodes.some((node, index) => {
    const old = before.nodes[index];
    return node.id !== old?.id || node.limitHw < old.limitHw || (node.phaseLimitDa ?? Infinity) < (old.phaseLimitDa ?? Infinity);
  });
  return isLower || after.guns.some((gun, index) => isCutOrSwitched(gun, before.guns[index]));
};

const isCutOrSwitched = (gun: DispatchedGun, old: DispatchedGun | undefined): boolean =>
  gun.id !== old?.id || gun.demandHw > 0 !== old.demandHw > 0 || lowest(gun) < lowest(old);
const lowest = ({ caps }: DispatchedGun): number => Math.min(...caps.map(({ powerHw }) => powerHw));

/** What comes from a connection that has ended, or that another process had, says nothing about the present. */
const isOfConnection = (gun: GunState, epoch: number): boolean => gun.isConnected && gun.epoch === epoch;

type PileEvent = Extract<DispatchEvent, { readonly pileId: string }>;

const ofPile = (state: DispatchState, event: PileEvent, nowMs: number): DispatchState => {
  let isRoundDue = state.isRoundDue;
  const guns = new Map(state.guns);
  for (const { id, pileId, failSafe } of state.input.guns) {
    const gun = guns.get(id);
    if (pileId !== event.pileId || !gun || (event.kind === 'login' ? event.epoch <= gun.epoch : !isOfConnection(gun, event.epoch))) continue;
    const then = event.kind === 'heard' ? heardSince(gun, event.sinceMs, { silenceMs: failSafe.silenceMs, nowMs }) : connect(gun, event, nowMs);
    isRoundDue ||= event.kind !== 'heard' || then.isSilent !== gun.isSilent;
    guns.set(id, then);
  }
  return { ...state, guns, isRoundDue };
};

/** The pile may have fallen to its fail-safe value before it came, and may after it is gone. */
const connect = (gun: GunState, { kind, epoch }: { readonly kind: 'login' | 'lost'; readonly epoch: number }, nowMs: number): GunState =>
  kind === 'login'
    ? { ...gun, epoch, isConnected: true, isSilent: false, lastHeardMs: nowMs, unprovenSinceMs: nowMs, refusedUntilMs: null }
    : { ...gun, isConnected: false, unprovenSinceMs: nowMs };

const heardSince = (gun: GunState, sinceMs: number, { silenceMs, nowMs }: { readonly silenceMs: number; readonly nowMs: number }): GunState => {
  const lastHeardMs = Math.max(gun.lastHeardMs, Math.min(sinceMs, nowMs));
  if (!gun.isSilent || nowMs - lastHeardMs >= silenceMs) return { ...gun, lastHeardMs };
  return { ...gun, lastHeardMs, isSilent: false, unprovenSinceMs: nowMs };
};

const ofGun = (state: DispatchState, event: GunEvent, nowMs: number): Learnt => {
  const gun = state.input.guns.find(({ id }) => id === event.gunId);
  const known = gun && state.guns.get(gun.id);
  if (!gun || !known || (event.kind !== 'measured' && !isOfConnection(known, event.epoch))) return { state, alarms: [] };
  const alarms: DispatchAlarm[] = [];
  let then = known;
  if (event.kind === 'measured') {
    then = measure(gun, known, event);
    if (then.isDisobeying && !known.isDisobeying) alarms.push({ kind: 'disobeys', gunId: gun.id });
  } else if (event.kind === 'readBack') {
    then = proveByReadBack(known, gun.link, { powerHw: event.powerHw, askedAtMs: event.askedAtMs ?? nowMs - FLIGHT_MS, nowMs });
  } else if (event.isDone) {
    then = proveByReply(known, gun.link, { commandId: event.commandId, nowMs });
  } else {
    then = refuse(known, event.commandId, nowMs);
    if (then !== known) alarms.push({ kind: 'refused', gunId: gun.id });
  }
  const isChanged = then.isDisobeying !== known.isDisobeying || (then.refusedUntilMs === null) !== (known.refusedUntilMs === null);
  return { state: { ...state, guns: new Map(state.guns).set(gun.id, then), isRoundDue: state.isRoundDue || isChanged }, alarms };
};

/** A refused value is not in force, but it counts on: a repetition may have been executed, or the reply may be false. */
const refuse = (gun: GunState, commandId: string, nowMs: number): GunState => {
  const isLast = gun.sent.at(-1)?.commandId === commandId && gun.sent.at(-1)?.answeredMs === null;
  if (!isLast) return gun;
  const sent = gun.sent.map((one) => (one.commandId === commandId ? { ...one, answeredMs: nowMs } : one));
  return { ...gun, sent, refusedUntilMs: nowMs + REFUSED_FOR_MS };
};

/** Two samples above what could be in force disprove it; two below, after a new proof, prove obedience again. */
const measure = (gun: DispatchedGun, state: GunState, { powerHw, takenMs }: { readonly powerHw: number; readonly takenMs: number }): GunState => {
  if (takenMs < (state.confirmed?.provenMs ?? 0) + SETTLE_MS) return state;
  const allowedHw = worstHw(gun, { ...state, isDisobeying: false });
  const isAbove = powerHw > allowedHw + Math.max(ABOVE_HW, (allowedHw * ABOVE_PERMILLE) / 1_000);
  if (!state.isDisobeying) {
    const samplesAbove = isAbove ? state.samplesAbove + 1 : 0;
    if (samplesAbove < SAMPLES_UNTIL_DISPROOF) return samplesAbove === state.samplesAbove ? state : { ...state, samplesAbove };
    return { ...state, samplesAbove: 0, isDisobeying: true };
  }
  if (isAbove || state.sent.length > 0) return state.samplesAbove === 0 ? state : { ...state, samplesAbove: 0 };
  const samplesBelow = state.samplesAbove + 1;
  return samplesBelow < SAMPLES_UNTIL_DISPROOF ? { ...state, samplesAbove: samplesBelow } : { ...state, samplesAbove: 0, isDisobeying: false };
};
