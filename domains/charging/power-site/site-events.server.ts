import { commandResult } from '#engines/protocol/codes.ts';
import type { DispatchEvent, GunState } from '#engines/dispatch/safety/state.ts';
import { gunIdOf } from '#domains/power/server.ts';
import { isCharging, type SiteClock, type SiteFacts, type SitePile } from './site-input.server.ts';
import type { PendingCommand, SiteJournal } from './site-journal.rules.ts';

/** How a command to a device has ended; a command that was not answered says nothing about the device. */
export interface CommandEnd {
  readonly result: number | null;
  readonly isAnswered: boolean;
}

const GENERATIONS = 2 ** 20;
/** A pile's connection, as one process sees it: a process that takes over has to prove everything anew. */
export const epochOf = (pileEpoch: number, generation: number): number => pileEpoch * GENERATIONS + (generation % GENERATIONS);

/** What the connections of the piles tell. */
export const connectionEvents = ({ piles }: SiteFacts, guns: ReadonlyMap<string, GunState>, at: SiteClock & { readonly generation: number }) =>
  piles.flatMap((pile): readonly DispatchEvent[] => {
    const known = pile.guns.map(({ gunNumber }) => guns.get(gunIdOf(pile.cpCode, gunNumber)));
    const epoch = epochOf(pile.epoch, at.generation);
    const isNew = known.some((gun) => gun === undefined || gun.epoch < epoch);
    if (!pile.isOnline)
      return known.some((gun) => gun?.isConnected)
        ? [{ kind: 'lost', pileId: pile.cpCode, epoch: Math.max(...known.map((gun) => gun?.epoch ?? 0)) }]
        : [];
    return [
      ...(isNew ? [{ kind: 'login', pileId: pile.cpCode, epoch } as const] : []),
      { kind: 'heard', pileId: pile.cpCode, epoch, sinceMs: heardMs(pile, at.nowMs) + at.shiftMs },
    ];
  });

/** While it charges a pile reports often; else its session ends when it is silent for long. */
const heardMs = ({ guns, lastSeenMs }: SitePile, nowMs: number): number =>
  guns.some(isCharging) ? Math.max(lastSeenMs ?? 0, ...guns.map(({ reportedAtMs }) => reportedAtMs ?? 0)) : nowMs;

/** Measurements that are newer than the last ones, and the instants of all of them. */
export const measuredEvents = ({ piles }: SiteFacts, before: Pick<SiteJournal, 'measuredAtMs'>, { shiftMs }: SiteClock) => {
  const events: DispatchEvent[] = [];
  const measuredAtMs: Record<string, number> = {};
  for (const pile of piles)
    for (const gun of pile.guns) {
      const id = gunIdOf(pile.cpCode, gun.gunNumber);
      const { reportedAtMs: atMs, powerHw } = gun;
      if (!isCharging(gun) || atMs === null || powerHw === null) continue;
      measuredAtMs[id] = atMs;
      if (atMs > (before.measuredAtMs[id] ?? 0)) events.push({ kind: 'measured', gunId: id, powerHw, takenMs: atMs + shiftMs });
    }
  return { events, measuredAtMs };
};

/** The answers to commands, and the commands that are still without one. */
export const replyEvents = (pending: readonly PendingCommand[], ends: ReadonlyMap<string, CommandEnd>) => {
  const events: DispatchEvent[] = [];
  const left: PendingCommand[] = [];
  for (const one of pending) {
    const ended = one.deviceCommandIds.map((id) => ends.get(id));
    const refused = ended.some((end) => end?.isAnswered && end.result !== commandResult.success);
    if (!refused && ended.some((end) => end === undefined)) {
      left.push(one);
      continue;
    }
    if (!refused && ended.some((end) => end?.isAnswered === false)) continue;
    const { gunId, commandId, epoch, powerHw, sentMs } = one;
    if (commandId !== null) events.push({ kind: 'reply', gunId, epoch, commandId, isDone: !refused });
    else if (!refused) events.push({ kind: 'readBack', gunId, epoch, powerHw, askedAtMs: sentMs });
  }
  return { events, left };
};
