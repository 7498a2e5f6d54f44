import { gun } from '../allocation/site.fixture.ts';
import { step } from './step.ts';
import {
  newSite,
  type DispatchAlarm,
  type DispatchCommand,
  type DispatchedGun,
  type DispatchEvent,
  type DispatchInput,
  type DispatchState,
} from './state.ts';
import { stateOf } from './targets.ts';
import { worstHw } from './worst.ts';

type DispatchedWords = Partial<DispatchedGun> & { readonly failSafeHw?: number };

/** One gun of its own pile on an ordered link. */
export const dispatched = (id: string, { failSafeHw = 0, ...words }: DispatchedWords = {}): DispatchedGun => {
  const { heldHw, isBeyondControl, queue, ...plain } = gun(id);
  return {
    ...plain,
    pileId: `pile ${id}`,
    ratedHw: 600,
    queue: { priority: queue.priority, laxityMs: null, pluggedAtMs: 0, soc: null, weight: 1 },
    raiseNotBeforeMs: 0,
    failSafe: { powerHw: failSafeHw, afterMs: 45_000, silenceMs: 45_000 },
    link: { isOrdered: true, dropsRepeats: true },
    ...words,
  };
};

export const inputOf = (limitHw: number, guns: readonly DispatchedGun[], more: Partial<DispatchInput> = {}): DispatchInput => ({
  nodes: [{ id: 'site', parentId: null, limitHw }],
  mode: 'fair',
  guns,
  startReserveHw: 0,
  silentPiles: 0,
  ...more,
});

/** A site that is driven by hand: it remembers what was sent and told, and answers when the test says so. */
export const driver = (input: DispatchInput) => {
  let state: DispatchState = newSite(input, 0);
  let nowMs = 0;
  const sent: (DispatchCommand & { readonly atMs: number })[] = [];
  const alarms: (DispatchAlarm & { readonly atMs: number })[] = [];
  const take = (event: DispatchEvent): void => {
    const next = step(state, event, nowMs);
    state = next.state;
    sent.push(...next.commands.map((one) => ({ ...one, atMs: nowMs })));
    alarms.push(...next.alarms.map((one) => ({ ...one, atMs: nowMs })));
  };
  const setsOf = (gunId: string) => sent.flatMap((one) => (one.kind === 'set' && one.gunId === gunId ? [one] : []));
  return {
    take,
    setsOf,
    sent,
    alarms,
    state: () => state,
    gun: (id: string) => stateOf(state, { id }, nowMs),
    worst: (id: string): number => worstHw(state.input.guns.find((each) => each.id === id) ?? dispatched(id), stateOf(state, { id }, nowMs)),
    /** Lets the clock run to this instant, second by second; piles whose names are given are heard all the time. */
    runTo: (untilMs: number, heard: readonly string[] = []): void => {
      while (nowMs < untilMs) {
        nowMs += 1_000;
        for (const id of heard) take({ kind: 'heard', pileId: `pile ${id}`, epoch: stateOf(state, { id }, nowMs).epoch, sinceMs: nowMs });
        take({ kind: 'tick' });
      }
    },
    /** The device executed its last command. */
    obey: (gunId: string): void => {
      const last = setsOf(gunId).at(-1);
      if (last) take({ kind: 'reply', gunId, epoch: last.epoch, commandId: last.commandId, isDone: true });
    },
    login: (id: string, epoch: number): void => take({ kind: 'login', pileId: `pile ${id}`, epoch }),
  };
};

/** All guns of the input have logged in and have executed what they were told, until nothing changes. */
export const settled = (input: DispatchInput) => {
  const site = driver(input);
  for (const { id } of input.guns) site.login(id, 1);
  const ids = input.guns.map(({ id }) => id);
  for (let second = 1; second <= 300; second += 1) {
    site.runTo(second * 1_000, ids);
    for (const id of ids) site.obey(id);
  }
  return { ...site, startMs: 300_000, all: ids };
};
