import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import { commandResult, type CommandResultCode } from '#engines/protocol/codes.ts';
import { orderType } from '#engines/order/codes.ts';
import type { PriceRule } from '../model/price.ts';
import { startSource, type Claim, type GunReservation, type PileRecord } from './facts.ts';
import type { Pile } from './pile.ts';
import { upgrade } from './upgrade.ts';
import type { UpgradeRequest } from './upgrade.ts';

/** The outcome of a command, as replies to commands give it. */
export interface CommandResult {
  readonly result: CommandResultCode;
  readonly remark: string;
}

export interface RemoteStart {
  readonly gunNumber: number;
  readonly orderNo: string;
  readonly claim: Claim;
  readonly wish: ChargeStrategy;
  readonly rateRuleNo: string;
  /** By the platform's clock; a pile that handles the command later does not start. */
  readonly deadlineMs: number | null;
  /** How long the start waits for a car; without it a car has to be plugged in. */
  readonly plugWaitMs?: number;
}

/** The platform's commands to a pile, independent of the protocol. */
export interface Commands {
  start(request: RemoteStart): CommandResult;
  /** Ends the charge that matches. */
  stop(matches: (session: { readonly orderNo: string; readonly key: string; readonly gunNumber: number }) => boolean): CommandResult;
  /** Gun 0 is the whole pile. */
  setDisabled(gunNumber: number, disabled: boolean): CommandResult;
  setRule(rule: PriceRule): CommandResult;
  restart(): CommandResult;
  /** Fetches and installs a firmware: offline for a while, then back with it. */
  upgrade(request: UpgradeRequest): CommandResult;
  recall(matches: (record: PileRecord) => boolean): CommandResult;
  /** The same reservation told again replaces itself. */
  reserve(gunNumber: number, reservation: GunReservation): CommandResult;
  cancelReservation(id: number): CommandResult;
  unlock(gunNumber: number): CommandResult;
}

export const commandsOf = (pile: Pile): Commands => ({
  start: (request) => start(pile, request),
  stop: (matches) => stop(pile, matches),
  setDisabled: (gunNumber, disabled) => {
    const gun = pile.gun(gunNumber);
    if (gunNumber !== 0 && !gun) return failure(commandResult.notExist, 'no such gun');
    if (gun) gun.disabled = disabled;
    else pile.pileDisabled = disabled;
    pile.connection.pileChanged();
    for (const other of pile.guns) pile.changed(other);
    return success;
  },
  setRule: (rule) => {
    if (rule.slotStages.length !== 48) return failure(commandResult.failure, '48 half hours needed');
    pile.memory.rules[String(rule.month)] = rule;
    pile.saveMemory();
    return success;
  },
  restart: () => {
    // The answer has to be sent first.
    pile.time.after(REPLY_MS, () => pile.cutPower(REBOOT_MS, stopReason.restarted));
    return success;
  },
  upgrade: (request) => upgrade(pile, request),
  recall: (matches) => {
    const recalled = pile.memory.taken.filter(matches).map((record): PileRecord => ({ ...record, orderType: orderType.recalled }));
    if (recalled.length === 0) return pile.memory.records.some(matches) ? success : failure(commandResult.notExist, 'no such order');
    pile.memory.taken = pile.memory.taken.filter((record) => !matches(record));
    pile.memory.records.push(...recalled);
    pile.connection.recordsChanged();
    return success;
  },
  reserve: (gunNumber, reservation) => {
    const gun = pile.gun(gunNumber);
    if (!gun) return failure(commandResult.notExist, 'no such gun');
    const isKnown = gun.liveReservation?.id === reservation.id;
    if (gun.phase !== 'idle' && !isKnown) return failure(gun.phase === 'reserved' ? commandResult.exists : commandResult.failure, gun.phase);
    gun.reservation = reservation;
    pile.changed(gun);
    pile.time.after(Math.max(0, reservation.untilMs - pile.time.nowMs()), () => pile.changed(gun));
    return success;
  },
  cancelReservation: (id) => {
    const gun = pile.guns.find(({ reservation }) => reservation?.id === id);
    if (!gun) return failure(commandResult.notExist, 'no such reservation');
    gun.reservation = null;
    pile.changed(gun);
    return success;
  },
  unlock: (gunNumber) => {
    const gun = pile.gun(gunNumber);
    if (!gun) return failure(commandResult.notExist, 'no such gun');
    gun.end(stopReason.unlocked);
    return success;
  },
});

const success: CommandResult = { result: commandResult.success, remark: '' };
const failure = (result: Exclude<CommandResultCode, typeof commandResult.success>, remark: string): CommandResult => ({ result, remark });

const start = (pile: Pile, request: RemoteStart): CommandResult => {
  const gun = pile.gun(request.gunNumber);
  if (!gun) return failure(commandResult.notExist, 'no such gun');
  if (gun.session)
    return gun.session.orderNo === request.orderNo && request.orderNo !== ''
      ? failure(commandResult.exists, 'charging already')
      : failure(commandResult.failure, 'charging');
  if (pile.upgrading) return failure(commandResult.failure, 'upgrading');
  if (request.deadlineMs !== null && pile.clockMs > request.deadlineMs) return failure(commandResult.failure, 'too late');
  if (gun.phase === 'fault' || gun.phase === 'disabled') return failure(commandResult.failure, gun.phase);
  const { orderNo, claim, wish, rateRuleNo, plugWaitMs } = request;
  const details = { orderNo, claim, wish, rateRuleNo, startSource: startSource.platform };
  if (gun.car) gun.begin(details);
  else if (plugWaitMs === undefined) return failure(commandResult.failure, 'no car');
  else gun.beginWhenPlugged(details, plugWaitMs);
  return success;
};

const stop = (pile: Pile, matches: Parameters<Commands['stop']>[0]): CommandResult => {
  const gun = pile.guns.find(({ session }) => session && matches(session));
  if (gun) {
    // The answer is sent first, then the end record.
    pile.time.after(0, () => void (gun.session && matches(gun.session) && gun.end(stopReason.remote)));
    return success;
  }
  const ended = [...pile.memory.records, ...pile.memory.taken].some((record) => record.kind === 'end' && matches(record.session));
  return ended ? { result: commandResult.success, remark: 'ended before' } : failure(commandResult.notExist, 'not charging that');
};

const REPLY_MS = 300;
const REBOOT_MS = 8_000;
