import type { AllocatedGun, AllocationMode, GunShare, PowerNode, QueuePlace } from '../allocation/site.ts';

/**
 * What the dispatcher of one site knows. Everything a gun might be doing is counted, not what it was told last: a value counts from the moment it is
 * sent until something proves that it is no longer in force.
 *
 * All instants are of a clock that neither jumps nor runs backward. After a restart of the process, `recover` begins a new one.
 */
export interface DispatchState {
  readonly input: DispatchInput;
  readonly guns: ReadonlyMap<string, GunState>;
  /** The last allocation, by gun. */
  readonly shares: ReadonlyMap<string, GunShare>;
  readonly lastRoundMs: number;
  /** Something happened after which the next step computes a new allocation. */
  readonly isRoundDue: boolean;
  /** Since when somebody has been waiting without the queue being turned. */
  readonly lastRotationMs: number;
  /** Since when the guns of some node may together draw more than its limit. */
  readonly violationSinceMs: number | null;
  /** For the ids of commands; it never goes back. */
  readonly lastCommand: number;
}

/** What the site is and wants at present. */
export interface DispatchInput {
  readonly nodes: readonly PowerNode[];
  readonly mode: AllocationMode;
  readonly guns: readonly DispatchedGun[];
  /** Free at the root for a car that comes next. */
  readonly startReserveHw: number;
  /** How many piles may fall silent at once and rise to their fail-safe values without any limit being passed; Infinity for all. */
  readonly silentPiles: number;
}

export interface DispatchedGun extends Omit<AllocatedGun, 'heldHw' | 'isBeyondControl' | 'queue'> {
  readonly pileId: string;
  readonly ratedHw: number;
  readonly queue: Omit<QueuePlace, 'turns' | 'mustRun' | 'mustRest'>;
  /** Its limit may not rise before this. */
  readonly raiseNotBeforeMs: number;
  readonly failSafe: FailSafe;
  readonly link: CommandLink;
}

export interface FailSafe {
  /** What the pile falls, or rises, to by itself when it hears nothing. */
  readonly powerHw: number;
  /** It does so no sooner than this after it last heard the platform. */
  readonly afterMs: number;
  /** The pile counts as silent this long after the last instant at which it is known to have heard the platform. */
  readonly silenceMs: number;
}

export interface CommandLink {
  /** Commands and replies of one connection keep their order, inside the pile too. */
  readonly isOrdered: boolean;
  /** The pile executes a command once, however often it arrives. */
  readonly dropsRepeats: boolean;
}

export interface GunState {
  /** The value that was proven last, and when that became known; null when nothing is known. */
  readonly confirmed: { readonly powerHw: number; readonly provenMs: number } | null;
  /** What the gun was told last; null when it was told nothing. */
  readonly commandedHw: number | null;
  /** Values that may be in force or still come into force; oldest first. */
  readonly sent: readonly SentValue[];
  /** Of the pile's connection; later ones are higher. */
  readonly epoch: number;
  readonly isConnected: boolean;
  /** Since when it is not known to have heard the platform. */
  readonly lastHeardMs: number;
  readonly isSilent: boolean;
  /** The fail-safe value counts until something is proven that was asked for at this instant or later; null when it does not count. */
  readonly unprovenSinceMs: number | null;
  /** A refused command is not repeated before this. */
  readonly refusedUntilMs: number | null;
  /** Samples in a row above every value that could be in force. */
  readonly samplesAbove: number;
  readonly isDisobeying: boolean;
  /** Its commands were repeated in vain. */
  readonly isExhausted: boolean;
  readonly lastRaiseMs: number | null;
  readonly lastReadMs: number | null;
  /** When it was last switched between 0 and a limit; null for a session that was not. */
  readonly switchedAtMs: number | null;
  readonly turns: number;
  readonly stopSentMs: number | null;
}

export interface SentValue {
  readonly commandId: string;
  readonly powerHw: number;
  readonly epoch: number;
  readonly firstSentMs: number;
  readonly lastSentMs: number;
  /** How often it was sent. */
  readonly copies: number;
  /** When the reply came; null when it has not. */
  readonly answeredMs: number | null;
}

export type DispatchEvent =
  | { readonly kind: 'tick' }
  | { readonly kind: 'input'; readonly input: DispatchInput }
  | { readonly kind: 'login' | 'lost'; readonly pileId: string; readonly epoch: number }
  /**
   * A frame of the pile shows that it heard the platform at `sinceMs` or later: a reply to what was sent then, or a request that a pile only sends once
   * the one before was answered. A frame alone shows nothing, since a pile that hears nobody may go on sending.
   */
  | { readonly kind: 'heard'; readonly pileId: string; readonly epoch: number; readonly sinceMs: number }
  | GunEvent;

/** What one device says. */
export type GunEvent =
  | { readonly kind: 'reply'; readonly gunId: string; readonly epoch: number; readonly commandId: string; readonly isDone: boolean }
  /** The limit that the device says it has. `askedAtMs` null: it was not asked. */
  | { readonly kind: 'readBack'; readonly gunId: string; readonly epoch: number; readonly powerHw: number; readonly askedAtMs: number | null }
  /** What the gun draws; the measurement was taken at `takenMs` or later. */
  | { readonly kind: 'measured'; readonly gunId: string; readonly powerHw: number; readonly takenMs: number };

export type DispatchCommand =
  | { readonly kind: 'set'; readonly gunId: string; readonly epoch: number; readonly commandId: string; readonly powerHw: number }
  | { readonly kind: 'read' | 'stop' | 'disable'; readonly gunId: string };

export type DispatchAlarm =
  | { readonly kind: 'unproven' | 'disobeys' | 'refused'; readonly gunId: string }
  | { readonly kind: 'violation'; readonly nodeId: string };

export interface DispatchStep {
  readonly state: DispatchState;
  readonly commands: readonly DispatchCommand[];
  readonly alarms: readonly DispatchAlarm[];
}

/** A command that was sent longer ago than this has been executed or will never be. */
export const FLIGHT_MS = 30_000;

export const newGun = (turns: number, nowMs: number): GunState => ({
  confirmed: null,
  commandedHw: null,
  sent: [],
  epoch: 0,
  isConnected: false,
  lastHeardMs: nowMs,
  isSilent: false,
  unprovenSinceMs: nowMs,
  refusedUntilMs: null,
  samplesAbove: 0,
  isDisobeying: false,
  isExhausted: false,
  lastRaiseMs: null,
  lastReadMs: null,
  switchedAtMs: null,
  turns,
  stopSentMs: null,
});

/** A site of which nothing is known yet: each gun counts with its rated power until its first limit is proven. */
export const newSite = (input: DispatchInput, nowMs: number): DispatchState => ({
  input,
  guns: new Map(input.guns.map(({ id }) => [id, newGun(0, nowMs)])),
  shares: new Map(),
  lastRoundMs: nowMs,
  isRoundDue: true,
  lastRotationMs: nowMs,
  violationSinceMs: null,
  lastCommand: 0,
});

/**
 * The state of a process that takes over from the journal of one that ended. Every value that was sent may still come into force, counted from now,
 * because nobody knows how long the clock stood still; and each pile may have fallen to its fail-safe value meanwhile.
 */
export const recover = (journal: DispatchState, nowMs: number): DispatchState => ({
  ...journal,
  guns: new Map(
    [...journal.guns].map(([id, gun]) => [
      id,
      {
        ...gun,
        sent: gun.sent.map((one) => ({ ...one, firstSentMs: nowMs, lastSentMs: nowMs, answeredMs: null, copies: one.copies + 1 })),
        confirmed: gun.confirmed && { ...gun.confirmed, provenMs: nowMs },
        isConnected: false,
        isSilent: false,
        isExhausted: false,
        lastHeardMs: nowMs,
        unprovenSinceMs: nowMs,
        refusedUntilMs: null,
        lastRaiseMs: null,
        lastReadMs: null,
        switchedAtMs: null,
        stopSentMs: null,
      },
    ]),
  ),
  lastRoundMs: nowMs,
  isRoundDue: true,
  lastRotationMs: nowMs,
  violationSinceMs: null,
});
