import { startResult } from '#engines/protocol/codes.ts';
import type { PileOptions } from '../pile/create.ts';
import type { JournalEntry } from '../pile/journal.ts';
import type { Pile } from '../pile/pile.ts';
import type { Time } from '../time.ts';
import type { Visitor } from '../fleet/fleet.ts';

/** What a scenario runs on. The command line provides a real platform, a test its own. */
export interface ScenarioContext {
  readonly protocol: 'native' | 'ocpp16';
  readonly time: Time;
  /** The n-th pile of the test network, known to the platform and enabled, not yet connected. */
  pile(n: number, options?: Partial<PileOptions>): Promise<Pile>;
  /** The n-th account that may charge, with money. */
  visitor(n: number): Promise<Visitor>;
  log(line: string): void;
}

/** The result of a scenario; `ok` is false if a pile did not get what the protocol guarantees. */
export interface ScenarioResult {
  readonly ok: boolean;
  readonly journal: readonly JournalEntry[];
  readonly summary: string;
}

export type Scenario = (context: ScenarioContext) => Promise<ScenarioResult>;

/** Connects and waits until the platform has accepted the login. */
export const goOnline = async (pile: Pile, withinMs = LOGIN_MAX_MS): Promise<Pile> => {
  pile.open();
  await pile.waitFor((target) => target.connection.live, withinMs);
  return pile;
};

/** Waits until the platform has acknowledged every record of these piles. */
export const allAcknowledged = async (piles: readonly Pile[], withinMs = 120_000): Promise<void> => {
  for (const pile of piles) await pile.waitFor((target) => target.connection.live && target.memory.records.length === 0, withinMs);
};

export const resultOf = (piles: readonly Pile[], summary: string, ok = true): ScenarioResult => {
  const journal = piles.flatMap((pile) => pile.journal.entries);
  const unacknowledged = journal.filter((entry) => entry.startResult === startResult.success && entry.acknowledgedMs === null).length;
  return {
    ok: ok && unacknowledged === 0,
    journal,
    summary: unacknowledged === 0 ? summary : `${summary}; ${unacknowledged} records were not acknowledged`,
  };
};

/** A platform that was asked too often accepts a pile again after a minute. */
const LOGIN_MAX_MS = 100_000;
