import type { GunShare, PowerNode } from '#engines/dispatch/allocation/site.ts';
import type { DispatchInput, DispatchState, GunState } from '#engines/dispatch/safety/state.ts';

/** What a process has to know of a site to share its power. Instants are of the clock of the process that wrote it. */
export interface SiteJournal {
  readonly dispatch: DispatchState;
  readonly pending: readonly PendingCommand[];
  /** Since when each gun has drawn clearly less than it may. */
  readonly belowSinceMs: Readonly<Record<string, number>>;
  /** The last measurement of each gun that was taken into account, in epoch milliseconds. */
  readonly measuredAtMs: Readonly<Record<string, number>>;
  /** When the limit of each gun was last sent, by the clock of the process. */
  readonly toldMs: Readonly<Record<string, number>>;
  /** Guns that are limited by the state of charge of their car. */
  readonly aboveSoc: readonly string[];
  /** Guns that have left the site and still have a limit. */
  readonly releases: readonly Release[];
  /** When the sweep was, by the wall clock, and how far the clock of the process is ahead of it. */
  readonly atMs: number;
  readonly shiftMs: number;
  /** What guns that charge were measured to draw. */
  readonly drawnHw: Readonly<Record<string, number>>;
  /** What was found since the curve of the day was last written; null before the first time. */
  readonly sample: OpenSample | null;
  /** What was reported to be wrong and is not over, by its keys. */
  readonly conditions: readonly string[];
}

/** The part of a site's curve that is not written yet. */
export interface OpenSample extends SampleValues {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** The row that was written last, and when. */
  readonly written: (SampleValues & { readonly atMs: number }) | null;
}

/** Hectowatts of the grid; the guns by their ids, with what each was told and drew. */
export interface SampleValues {
  readonly limitHw: number | null;
  readonly worstHw: number;
  readonly drawnHw: number;
  readonly guns: Readonly<Record<string, readonly [limitHw: number | null, drawnHw: number | null]>>;
}

/** A limit that was sent to a device and has not been answered. */
export interface PendingCommand {
  readonly gunId: string;
  /** The command of the dispatcher; null for one that only asks again for the limit that is in force. */
  readonly commandId: string | null;
  readonly powerHw: number;
  readonly epoch: number;
  readonly sentMs: number;
  /** All of these rows of `device_command` must succeed. */
  readonly deviceCommandIds: readonly string[];
}

/** A gun whose limit is lifted at `atMs` (epoch). */
export interface Release {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly ratedHw: number;
  readonly atMs: number;
}

/** The journal as JSON keeps it: maps are lists of pairs, and a limit of null is none. */
export interface StoredJournal extends Omit<SiteJournal, 'dispatch' | Later>, Partial<Pick<SiteJournal, Later>> {
  readonly dispatch: Omit<DispatchState, 'guns' | 'shares' | 'input'> & {
    readonly guns: readonly (readonly [string, GunState])[];
    readonly shares: readonly (readonly [string, GunShare])[];
    readonly input: Omit<DispatchInput, 'nodes' | 'silentPiles'> & {
      readonly nodes: readonly (Omit<PowerNode, 'limitHw'> & { readonly limitHw: number | null })[];
      readonly silentPiles: number | null;
    };
  };
}

/** What journals of an earlier version of the program do not contain. */
type Later = 'toldMs' | 'atMs' | 'shiftMs' | 'drawnHw' | 'sample' | 'conditions';

export const writeJournal = ({ dispatch, ...rest }: SiteJournal): string =>
  // JSON writes Infinity as null.
  JSON.stringify({ ...rest, dispatch: { ...dispatch, guns: [...dispatch.guns], shares: [...dispatch.shares] } });

export const readJournal = ({
  dispatch,
  toldMs = {},
  atMs = 0,
  shiftMs = 0,
  drawnHw = {},
  sample = null,
  conditions = [],
  ...rest
}: StoredJournal): SiteJournal => ({
  ...rest,
  toldMs,
  atMs,
  shiftMs,
  drawnHw,
  sample,
  conditions,
  dispatch: {
    ...dispatch,
    guns: new Map(dispatch.guns),
    shares: new Map(dispatch.shares),
    input: {
      ...dispatch.input,
      nodes: dispatch.input.nodes.map((node) => ({ ...node, limitHw: node.limitHw ?? Infinity })),
      silentPiles: dispatch.input.silentPiles ?? Infinity,
    },
  },
});
