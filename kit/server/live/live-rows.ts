import { groupBy } from '#kit/fields/group-by.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { encodeRow } from '../values/encode-row.ts';
import { withoutHiddenFields } from '../rights/field-limits.ts';
import { withContext } from '../rows/with-context.ts';
import type { ContextDeps } from '../context/context.ts';
import { messageData } from './live-hub.ts';
import type { Hub } from './live-hub.ts';
import type { Change } from '../context/change-trail.ts';
import { hasPermission } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

export const rowBounds = {
  /** Changes within this time are sent together. */
  gatherMs: 200,
  /** The number of rows of a noun that are sent one by one; with more, watchers reload the list. */
  rows: 100,
} as const;

/** The current row as its watcher may see it. Without a row, too many have changed and the watcher has to reload. */
export interface RowUpdate {
  readonly noun: string;
  readonly key: string;
  readonly row: Readonly<Record<string, unknown>> | null;
  /** The client that reported the change, which need not highlight it. */
  readonly caseId: string;
}

interface Watcher {
  /** Absent: all nouns that the viewer may list. */
  readonly noun: string | undefined;
  readonly viewer: () => Viewer;
  /** The age in milliseconds of the rows that are shown; when the noun has changed since, they are reloaded at once. */
  readonly ageMs?: number;
  readonly onUpdate: (update: RowUpdate) => void;
}

/** Sends changed rows to their watchers. A row is read again for each scope; data of whoever reports a change is never used. */
export interface LiveRows {
  readonly rowsChanged: (noun: string, keys: readonly string[], caseId?: string) => void;
  readonly rowsWritten: (changes: readonly Change[]) => void;
  /** Rows of a noun have changed by themselves, as a worker or a device wrote them: its watchers in this process reload. */
  readonly nounChanged: (noun: string) => void;
  readonly watch: (watcher: Watcher) => () => void;
  readonly close: () => Promise<void>;
}

/**
 * Changes go through the hub, so that watchers in other processes receive them too. They contain nouns and keys, but no data. No rule covers this
 * topic, so no browser can watch it.
 */
export const createLiveRows = (
  deps: ContextDeps,
  hub: Hub,
  { onError = () => undefined, gatherMs = rowBounds.gatherMs }: LiveRowOptions = {},
): LiveRows => {
  const watchers = new Set<Watcher>();
  const pending = new Map<string, Map<string, string>>();
  const reloads = new Set<string>();
  const flush = async (): Promise<void> => {
    const nouns = [...reloads];
    reloads.clear();
    for (const noun of nouns) for (const each of watchers) if (each.noun === noun) each.onUpdate(reloadOf(noun));
    const pendingKeys = [...pending];
    pending.clear();
    for (const [noun, keys] of pendingKeys) {
      const resource = deps.registry.feature(noun)?.resource;
      const interested = [...watchers].filter((each) => (each.noun ?? noun) === noun && hasPermission(each.viewer(), `${noun}:list`));
      if (!resource) continue;
      for (const group of byScope(interested)) await notifyGroup(deps, group, { resource, keys }).catch(onError);
    }
  };
  const onHubMessage = (message: string): void => {
    const update = messageData(message) as RowsChanged | undefined; // only this module publishes the topic
    for (const each of update ? [] : watchers) each.onUpdate(reloadOf(each.noun));
    if (update) history?.changed(update.noun);
    else history = createHistory();
    // Most changes have no watcher; they cost only this check.
    if (!update || ![...watchers].some((each) => (each.noun ?? update.noun) === update.noun)) return;
    const pendingKeys = pending.get(update.noun) ?? new Map<string, string>();
    for (const key of update.keys) if (pendingKeys.size <= rowBounds.rows) pendingKeys.set(key, update.caseId);
    pending.set(update.noun, pendingKeys);
    flushes.schedule();
  };
  const flushes = createDelayedWork(flush, { delayMs: gatherMs, onError });
  const rowsChanged: LiveRows['rowsChanged'] = (noun, keys, caseId = '') =>
    hub.publish(CHANGED_TOPIC, { noun, keys: keys.slice(0, rowBounds.rows + 1), caseId });
  let history: History | undefined;
  let unwatch: (() => void) | undefined;
  return {
    rowsChanged,
    rowsWritten: (changes) => {
      const kept = changes.filter(({ after }) => after);
      for (const [noun, rows] of groupBy(kept, (change) => change.noun.name))
        rowsChanged(
          noun,
          rows.map(({ key }) => key),
        );
    },
    nounChanged: (noun) => {
      history?.changed(noun);
      if (![...watchers].some((each) => each.noun === noun)) return;
      reloads.add(noun);
      flushes.schedule();
    },
    watch: (watcher) => {
      watchers.add(watcher);
      // Watched to the end of the process from here on, because the next watcher may show rows of before.
      unwatch ??= hub.watch(CHANGED_TOPIC, onHubMessage);
      history ??= createHistory();
      const { noun, ageMs } = watcher;
      if (noun !== undefined && ageMs !== undefined && history.mayHaveChanged(noun, ageMs)) watcher.onUpdate(reloadOf(noun));
      return () => void watchers.delete(watcher);
    },
    close: async () => {
      unwatch?.();
      await flushes.close();
    },
  };
};

/** Work that is done once for all requests within the delay, one run after another. */
const createDelayedWork = (
  work: () => Promise<void>,
  { delayMs, onError }: { readonly delayMs: number; readonly onError: (error: unknown) => void },
) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    schedule: (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        running = running.then(work).catch(onError);
      }, delayMs);
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await running;
    },
  };
};

export interface LiveRowOptions {
  readonly onError?: (error: unknown) => void;
  /** Shorter for tests. */
  readonly gatherMs?: number;
}

const CHANGED_TOPIC = '~rows';

const reloadOf = (noun = ''): RowUpdate => ({ noun, key: '', row: null, caseId: '' });

interface History {
  readonly changed: (noun: string) => void;
  readonly mayHaveChanged: (noun: string, ageMs: number) => boolean;
}

/** When each noun last changed. What was before it was created is not known. */
const createHistory = (): History => {
  const startedMs = performance.now();
  const changedAtMs = new Map<string, number>();
  return {
    changed: (noun) => void changedAtMs.set(noun, performance.now()),
    mayHaveChanged: (noun, ageMs) => (changedAtMs.get(noun) ?? startedMs) >= performance.now() - ageMs,
  };
};

/** A message about changed rows, from this process or another. */
interface RowsChanged {
  readonly noun: string;
  readonly keys: readonly string[];
  readonly caseId: string;
}

/** Watchers with the same scope share one reading of the rows. */
const byScope = (watchers: readonly Watcher[]): readonly (readonly Watcher[])[] => {
  const groups = groupBy(watchers, ({ viewer }) => {
    const { sees, roleLevel, language, limits } = viewer();
    return JSON.stringify([sees, roleLevel, language, [...(limits ?? [])].toSorted()]);
  });
  return [...groups.values()];
};

const notifyGroup = async (
  deps: ContextDeps,
  group: readonly Watcher[],
  { resource, keys }: { readonly resource: AnyResource; readonly keys: ReadonlyMap<string, string> },
): Promise<void> => {
  const [first] = group;
  if (!first) return;
  const noun = resource.name;
  if (keys.size > rowBounds.rows) {
    for (const { onUpdate } of group) onUpdate(reloadOf(noun));
    return;
  }
  const viewer = first.viewer();
  const rows = await withContext(deps, viewer, (ctx) => ctx.anyRows(resource).findMany([...keys.keys()]));
  for (const row of rows) {
    const key = String(row[resource.key]);
    const wire = withoutHiddenFields(viewer, resource, encodeRow(resource.fields, row, viewer.language));
    for (const { onUpdate } of group) onUpdate({ noun, key, row: wire, caseId: keys.get(key) ?? '' });
  }
};
