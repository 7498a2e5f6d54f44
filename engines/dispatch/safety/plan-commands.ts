import { compareInQueue } from '../allocation/queue.ts';
import { floorToStep } from '../allocation/site.ts';
import { CommandDesk } from './command-desk.ts';
import { isSettledBy } from './proof.ts';
import type { DispatchCommand, DispatchedGun, DispatchState, GunState } from './state.ts';
import { isControllable } from './targets.ts';
import { commandedHw } from './worst.ts';

/** A change below the larger of these two is not worth a command. */
const DEADBAND_HW = 10;
const DEADBAND_PERMILLE = 30;
const RAISE_EVERY_MS = 30_000;
const RAISE_AT_MOST_PERMILLE = 200;
/** Repetitions after the first copy; later ones come at the last interval. */
const RETRY_AFTER_MS = [5_000, 10_000, 20_000, 30_000] as const;
const READ_EVERY_MS = 10_000;

interface Planned {
  readonly state: DispatchState;
  readonly commands: readonly DispatchCommand[];
}

/** All reductions at once, repetitions that are due, and the raises that fit beside everything that may be in force. */
export const planCommands = (state: DispatchState, nowMs: number): Planned => {
  const desk = new CommandDesk(state, nowMs);
  const wanted = wantedRaises(desk);
  const isTight = desk.isOver || wanted.some((place) => desk.fittingHw(place, desk.shareOf(place).powerHw) < desk.shareOf(place).powerHw);
  for (const place of desk.places) reduceOrRepeat(desk, place, isTight);
  for (const place of wanted) raiseAsFar(desk, place);
  return { state: desk.state, commands: desk.commands };
};

/** The guns that should get more and whose device is proven to be where it was told to be, in the order of the queue. */
const wantedRaises = (desk: CommandDesk): readonly number[] => {
  const compare = compareInQueue(desk.mode);
  const inQueue = (place: number) => {
    const { id, queue } = desk.gun(place);
    return { id, queue: { ...queue, turns: desk.known(place).turns, mustRun: false, mustRest: false } };
  };
  return desk.places
    .filter((place) => {
      const known = desk.known(place);
      const gainHw = desk.shareOf(place).powerHw - commandedHw(known);
      return gainHw >= deadbandOf(desk.gun(place), known) && mayRaise(desk, place);
    })
    .sort((one, other) => compare(inQueue(one), inQueue(other)));
};

const deadbandOf = ({ ratedHw }: DispatchedGun, known: GunState): number =>
  commandedHw(known) === 0 ? 1 : Math.max(DEADBAND_HW, (ratedHw * DEADBAND_PERMILLE) / 1_000);

const mayRaise = (desk: CommandDesk, place: number): boolean => {
  const known = desk.known(place);
  const isProven = known.sent.length === 0 && known.unprovenSinceMs === null && known.confirmed !== null;
  if (!isProven || !isControllable(known, desk.nowMs) || desk.nowMs < desk.gun(place).raiseNotBeforeMs) return false;
  return known.lastRaiseMs === null || desk.nowMs - known.lastRaiseMs >= RAISE_EVERY_MS;
};

const raiseAsFar = (desk: CommandDesk, place: number): void => {
  const { ratedHw, floorHw, stepHw } = desk.gun(place);
  const known = desk.known(place);
  const nowHw = commandedHw(known);
  const isFirst = nowHw === 0;
  const stepsHw = Math.max(stepHw, floorToStep((ratedHw * RAISE_AT_MOST_PERMILLE) / 1_000, stepHw));
  const wantedHw = isFirst ? desk.shareOf(place).powerHw : Math.min(desk.shareOf(place).powerHw, nowHw + stepsHw);
  const powerHw = desk.fittingHw(place, wantedHw);
  if (powerHw < floorHw || powerHw - nowHw < Math.min(deadbandOf(desk.gun(place), known), wantedHw - nowHw)) return;
  desk.send(place, powerHw);
};

/** What one gun is told that does not raise it. */
const reduceOrRepeat = (desk: CommandDesk, place: number, isTight: boolean): void => {
  const known = desk.known(place);
  if (!known.isConnected) return;
  const last = known.sent.at(-1);
  const nowHw = commandedHw(known);
  // What nobody can rely on is told its last value again, and nothing new.
  const targetHw = isControllable(known, desk.nowMs) ? desk.shareOf(place).powerHw : nowHw;
  const isUnclear = last !== undefined && known.sent.every((one) => isSettledBy(one, desk.gun(place).link, desk.nowMs));
  if (known.refusedUntilMs === null && isReductionDue(desk, place, isTight)) desk.send(place, Math.min(targetHw, desk.gun(place).ratedHw));
  else if (last?.answeredMs === null && last.epoch === known.epoch) repeat(desk, place);
  else if (isProofDue(desk, place)) desk.send(place, Math.min(targetHw, nowHw, desk.gun(place).ratedHw));
  else if (isUnclear && desk.nowMs - (known.lastReadMs ?? -Infinity) >= READ_EVERY_MS) desk.read(place);
};

const isReductionDue = (desk: CommandDesk, place: number, isTight: boolean): boolean => {
  const known = desk.known(place);
  const { powerHw, reason } = desk.shareOf(place);
  const lessHw = commandedHw(known) - powerHw;
  if (lessHw <= 0 || !isControllable(known, desk.nowMs)) return false;
  const mayWait = reason.kind === 'demand' || reason.kind === 'limit';
  return isTight || !mayWait || lessHw >= deadbandOf(desk.gun(place), known);
};

/** After a login or a silence, something has to be proven anew; one command at a time is enough. */
const isProofDue = (desk: CommandDesk, place: number): boolean => {
  const known = desk.known(place);
  const sinceMs = known.unprovenSinceMs;
  if (known.refusedUntilMs !== null || known.isSilent) return false;
  if (known.confirmed !== null && sinceMs === null) {
    if (known.sent.length > 0) return false;
    return known.confirmed.powerHw !== known.commandedHw || (known.isDisobeying && isRetryDue(desk, place));
  }
  const last = known.sent.at(-1);
  return !last || last.epoch !== known.epoch || (last.answeredMs !== null && last.firstSentMs < (sinceMs ?? 0));
};

/** A disobeying device is told its limit again at the pace of repetitions. */
const isRetryDue = (desk: CommandDesk, place: number): boolean =>
  desk.nowMs - (desk.known(place).confirmed?.provenMs ?? -Infinity) >= RETRY_AFTER_MS[RETRY_AFTER_MS.length - 1]!;

const repeat = (desk: CommandDesk, place: number): void => {
  const last = desk.known(place).sent.at(-1)!;
  const afterMs = RETRY_AFTER_MS[Math.min(last.copies, RETRY_AFTER_MS.length) - 1]!;
  if (desk.nowMs - last.lastSentMs >= afterMs) desk.repeat(place);
};
