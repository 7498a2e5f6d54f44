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
  /** Changes of this long go together. */
  gatherMs: 200,
  /** Rows of one noun that are told one by one; beyond it watchers ask anew. */
  rows: 100,
} as const;

/** A row as its watcher may see it now; no row: too many have changed, ask anew. */
export interface RowUpdate {
  readonly noun: string;
  readonly key: string;
  readonly row: Readonly<Record<string, unknown>> | null;
  /** Names the client that hinted at it, which need not play the change to itself. */
  readonly caseId: string;
}

interface Watcher {
  /** Absent: every noun the viewer may list. */
  readonly noun: string | undefined;
  readonly viewer: () => Viewer;
  readonly onUpdate: (told: RowUpdate) => void;
}

/** Tells those who show a row what it is now: read anew for each scope, never taken from who says that it has changed. */
export interface LiveRows {
  readonly rowsChanged: (noun: string, keys: readonly string[], caseId?: string) => void;
  readonly rowsWritten: (changes: readonly Change[]) => void;
  readonly watch: (watcher: Watcher) => () => void;
  readonly close: () => Promise<void>;
}

/**
 * Changes go through the hub, so that watchers at other processes hear of them too: nouns and keys, nothing of the row. The topic is no
 * rule's, so no browser watches it.
 */
export const createLiveRows = (
  deps: ContextDeps,
  hub: Hub,
  { onError = () => undefined, gatherMs = rowBounds.gatherMs }: LiveRowOptions = {},
): LiveRows => {
  const watchers = new Set<Watcher>();
  const pending = new Map<string, Map<string, string>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const flush = async (): Promise<void> => {
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
    const update = messageData(message) as RowsChanged | undefined; // nobody else publishes the topic
    for (const each of update ? [] : watchers) each.onUpdate({ noun: each.noun ?? '', key: '', row: null, caseId: '' });
    // Most changes are shown to nobody; they cost this question.
    if (!update || ![...watchers].some((each) => (each.noun ?? update.noun) === update.noun)) return;
    const pendingKeys = pending.get(update.noun) ?? new Map<string, string>();
    for (const key of update.keys) if (pendingKeys.size <= rowBounds.rows) pendingKeys.set(key, update.caseId);
    pending.set(update.noun, pendingKeys);
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(flush).catch(onError);
    }, gatherMs);
  };
  const rowsChanged: LiveRows['rowsChanged'] = (noun, keys, caseId = '') =>
    hub.publish(CHANGED_TOPIC, { noun, keys: keys.slice(0, rowBounds.rows + 1), caseId });
  let unwatch: (() => void) | undefined;
  return {
    rowsChanged,
    rowsWritten: (changes) => {
      const keys = new Map<string, string[]>();
      for (const { noun, key, after } of changes) if (after) keys.set(noun.name, [...(keys.get(noun.name) ?? []), key]);
      for (const [noun, rowKeys] of keys) rowsChanged(noun, rowKeys);
    },
    watch: (watcher) => {
      watchers.add(watcher);
      unwatch ??= hub.watch(CHANGED_TOPIC, onHubMessage);
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        unwatch?.();
        unwatch = undefined;
      };
    },
    close: async () => {
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

/** What is published, here or at another process. */
interface RowsChanged {
  readonly noun: string;
  readonly keys: readonly string[];
  readonly caseId: string;
}

/** Watchers who see the same are told from one reading. */
const byScope = (watchers: readonly Watcher[]): readonly (readonly Watcher[])[] => {
  const groups = new Map<string, Watcher[]>();
  for (const watcher of watchers) {
    const { sees, roleLevel, language, limits } = watcher.viewer();
    const key = JSON.stringify([sees, roleLevel, language, [...(limits ?? [])].toSorted()]);
    groups.set(key, [...(groups.get(key) ?? []), watcher]);
  }
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
    for (const { onUpdate } of group) onUpdate({ noun, key: '', row: null, caseId: '' });
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
