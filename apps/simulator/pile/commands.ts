import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import { commandResult, type CommandResultCode } from '#engines/protocol/codes.ts';
import { orderType } from '#engines/order/codes.ts';
import type { PriceRule } from '../model/price.ts';
import { startSource, type Claim, type PileRecord } from './facts.ts';
import type { Pile } from './pile.ts';

/** How a command went, in the specification's reply results. */
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
  /** On the platform's clock; a pile that reads it later does not start. */
  readonly deadlineMs: number | null;
  /** How long the start waits for a car; without it there must be one. */
  readonly plugWaitMs?: number;
}

/** What the platform may ask of a pile, in the words of no protocol. */
export interface Commands {
  start(asked: RemoteStart): CommandResult;
  /** Ends the charge that `is` names. */
  stop(is: (session: { readonly orderNo: string; readonly key: string; readonly gunNumber: number }) => boolean): CommandResult;
  /** Gun 0 is the whole pile. */
  setDisabled(gunNumber: number, disabled: boolean): CommandResult;
  setRule(rule: PriceRule): CommandResult;
  restart(): CommandResult;
  /** Installs a version: offline for a while, then back with it. */
  upgrade(version: string): CommandResult;
  recall(is: (record: PileRecord) => boolean): CommandResult;
  reserve(gunNumber: number, reservation: { readonly id: number; readonly account: string; readonly untilMs: number }): CommandResult;
  cancelReservation(id: number): CommandResult;
  unlock(gunNumber: number): CommandResult;
}

export const commandsOf = (pile: Pile): Commands => ({
  start: (asked) => start(pile, asked),
  stop: (is) => stop(pile, is),
  setDisabled: (gunNumber, disabled) => {
    const gun = pile.gun(gunNumber);
    if (gunNumber !== 0 && !gun) return no(commandResult.notExist, 'no such gun');
    if (gun) gun.disabled = disabled;
    else pile.pileDisabled = disabled;
    pile.line.pileChanged();
    for (const each of pile.guns) pile.changed(each);
    return yes;
  },
  setRule: (rule) => {
    if (rule.slotStages.length !== 48) return no(commandResult.failure, '48 half hours needed');
    pile.memory.rules[String(rule.month)] = rule;
    pile.remember();
    return yes;
  },
  restart: () => {
    // The answer has to leave first.
    pile.time.after(REPLY_MS, () => pile.cutPower(REBOOT_MS, stopReason.restarted));
    return yes;
  },
  upgrade: (version) => {
    if (pile.guns.some((gun) => gun.session)) return no(commandResult.failure, 'charging');
    pile.upgrading = true;
    pile.line.pileChanged();
    pile.time.after(UPGRADE_MS, () => {
      pile.upgrading = false;
      pile.mainSw = version;
      pile.cutPower(REBOOT_MS, stopReason.restarted);
    });
    return yes;
  },
  recall: (is) => {
    const again = pile.memory.taken.filter(is).map((record): PileRecord => ({ ...record, orderType: orderType.recalled }));
    if (again.length === 0) return pile.memory.records.some(is) ? yes : no(commandResult.notExist, 'no such order');
    pile.memory.taken = pile.memory.taken.filter((record) => !is(record));
    pile.memory.records.push(...again);
    pile.line.recordsChanged();
    return yes;
  },
  reserve: (gunNumber, reservation) => {
    const gun = pile.gun(gunNumber);
    if (!gun) return no(commandResult.notExist, 'no such gun');
    if (gun.phase !== 'idle') return no(gun.phase === 'reserved' ? commandResult.exists : commandResult.failure, gun.phase);
    gun.reservation = reservation;
    pile.changed(gun);
    return yes;
  },
  cancelReservation: (id) => {
    const gun = pile.guns.find(({ reservation }) => reservation?.id === id);
    if (!gun) return no(commandResult.notExist, 'no such reservation');
    gun.reservation = null;
    pile.changed(gun);
    return yes;
  },
  unlock: (gunNumber) => {
    const gun = pile.gun(gunNumber);
    if (!gun) return no(commandResult.notExist, 'no such gun');
    gun.end(stopReason.unlocked);
    return yes;
  },
});

const yes: CommandResult = { result: commandResult.success, remark: '' };
const no = (result: Exclude<CommandResultCode, typeof commandResult.success>, remark: string): CommandResult => ({ result, remark });

const start = (pile: Pile, asked: RemoteStart): CommandResult => {
  const gun = pile.gun(asked.gunNumber);
  if (!gun) return no(commandResult.notExist, 'no such gun');
  if (gun.session)
    return gun.session.orderNo === asked.orderNo && asked.orderNo !== ''
      ? no(commandResult.exists, 'charging already')
      : no(commandResult.failure, 'charging');
  if (asked.deadlineMs !== null && pile.clockMs > asked.deadlineMs) return no(commandResult.failure, 'too late');
  if (gun.phase === 'fault' || gun.phase === 'disabled') return no(commandResult.failure, gun.phase);
  const { orderNo, claim, wish, rateRuleNo, plugWaitMs } = asked;
  const begun = { orderNo, claim, wish, rateRuleNo, startSource: startSource.platform };
  if (gun.car) gun.begin(begun);
  else if (plugWaitMs === undefined) return no(commandResult.failure, 'no car');
  else gun.beginWhenPlugged(begun, plugWaitMs);
  return yes;
};

const stop = (pile: Pile, is: Parameters<Commands['stop']>[0]): CommandResult => {
  const gun = pile.guns.find(({ session }) => session && is(session));
  if (gun) {
    // The answer goes first, the end record behind it.
    pile.time.after(0, () => void (gun.session && is(gun.session) && gun.end(stopReason.remote)));
    return yes;
  }
  const ended = [...pile.memory.records, ...pile.memory.taken].some((record) => record.kind === 'end' && is(record.session));
  return ended ? { result: commandResult.success, remark: 'ended before' } : no(commandResult.notExist, 'not charging that');
};

const REPLY_MS = 300;
const REBOOT_MS = 8_000;
const UPGRADE_MS = 20_000;
