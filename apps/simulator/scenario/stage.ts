import { startResult } from '#engines/protocol/codes.ts';
import type { PileOptions } from '../pile/create.ts';
import type { JournalEntry } from '../pile/journal.ts';
import type { Pile } from '../pile/pile.ts';
import type { Time } from '../time.ts';
import type { Visitor } from '../fleet/fleet.ts';

/** What a scenario plays on. The command line gives it a real platform, a test its own. */
export interface Stage {
  readonly protocol: 'native' | 'ocpp16';
  readonly time: Time;
  /** The n-th pile of the stage, known to the platform and enabled, not yet connected. */
  pile(n: number, options?: Partial<PileOptions>): Promise<Pile>;
  /** The n-th account that may charge, with money. */
  visitor(n: number): Promise<Visitor>;
  say(line: string): void;
}

/** What was found; `ok` false means that a pile did not get what the protocol promises it. */
export interface Finding {
  readonly ok: boolean;
  readonly journal: readonly JournalEntry[];
  readonly words: string;
}

export type Scenario = (stage: Stage) => Promise<Finding>;

/** Connects and waits until the platform has let the pile in. */
export const live = async (pile: Pile, withinMs = LIVE_MS): Promise<Pile> => {
  pile.open();
  await pile.waitFor((each) => each.line.live, withinMs);
  return pile;
};

/** Waits until the platform has every record of these piles. */
export const settled = async (piles: readonly Pile[], withinMs = 120_000): Promise<void> => {
  for (const pile of piles) await pile.waitFor((each) => each.line.live && each.memory.records.length === 0, withinMs);
};

export const finding = (piles: readonly Pile[], words: string, ok = true): Finding => {
  const journal = piles.flatMap((pile) => pile.journal.entries);
  const open = journal.filter((entry) => entry.startResult === startResult.success && entry.takenMs === null).length;
  return { ok: ok && open === 0, journal, words: open === 0 ? words : `${words}; ${open} records were not taken` };
};

/** A platform that was asked too often lets a pile in again after a minute. */
const LIVE_MS = 100_000;
