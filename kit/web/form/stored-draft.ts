import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { sessionStore } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { writeStored, readStored } from '../storage.ts';
import { uuid } from '../calls/transport.ts';

/** The unsaved work of one user in this browser, by the key of its form. It outlives the session, but only this user sees it. */
interface DraftsByKey {
  readonly [draftKey: string]: Entry;
}
interface Entry {
  readonly atMs: number;
  /** The sign-in and the tab in which the draft was made. */
  readonly session: number;
  readonly tab: string;
  readonly value: unknown;
}

/** The product family limits its histories to the same number. */
const ENTRIES_MAX = 16;
const LETTERS_MAX = 100_000;
/** A draft from Friday can still be restored on Monday. */
const KEPT_MS = 4 * 86_400_000;

const keyOf = ({ viewer }: Session): string => `enhance_work_${viewer.username}`;

const draftsOf = (session: Session): DraftsByKey => {
  try {
    const drafts = JSON.parse(readStored(keyOf(session)) ?? '{}') as DraftsByKey; // written by this module; invalid entries are filtered below
    return Object.fromEntries(Object.entries(drafts).filter(([, entry]) => Date.now() - entry.atMs < KEPT_MS));
  } catch {
    return {};
  }
};

/** Stores a draft, or removes it with `null`. Without a session there is no user to store it for. */
export const storeDraft = (draftKey: string, value: unknown): void => {
  const session = sessionStore.get();
  if (!session) return;
  const { [draftKey]: _before, ...others } = draftsOf(session);
  const entry: Entry = { atMs: Date.now(), session: session.until, tab: tabId(), value };
  // A draft that is too long is not stored at all.
  const isStored = value !== null && JSON.stringify(value).length <= LETTERS_MAX;
  const newest = Object.entries(isStored ? { ...others, [draftKey]: entry } : others).toSorted(([, one], [, other]) => other.atMs - one.atMs);
  const newestEntries = newest.slice(0, ENTRIES_MAX);
  writeStored(keyOf(session), newestEntries.length > 0 ? JSON.stringify(Object.fromEntries(newestEntries)) : null);
};

export interface SavedDraft<T> {
  readonly atMs: number;
  readonly value: T;
}

export const storedDraft = <T>(draftKey: string): SavedDraft<T> | undefined => {
  const session = sessionStore.get();
  return session ? (draftsOf(session)[draftKey] as SavedDraft<T> | undefined) : undefined; // each key is written and read by the same form
};

/** The newest draft below a key prefix that no open form owns: it comes from an earlier sign-in, or from this tab before a reload. */
export const abandonedDraft = <T>(keyPrefix: string): SavedDraft<T> | undefined => {
  const session = sessionStore.get();
  if (!session) return undefined;
  const abandoned = Object.entries(draftsOf(session)).filter(
    ([draftKey, entry]) => draftKey.startsWith(keyPrefix) && (entry.session !== session.until || entry.tab === tabId()),
  );
  return abandoned.toSorted(([, one], [, other]) => other.atMs - one.atMs)[0]?.[1] as SavedDraft<T> | undefined; // as above
};

const TAB = 'enhance_tab';
/** The id of this tab, which survives a reload. */
const tabId = (): string => {
  try {
    const tab = window.sessionStorage.getItem(TAB) ?? uuid();
    window.sessionStorage.setItem(TAB, tab);
    return tab;
  } catch {
    return '';
  }
};

/** The key of a draft on this page: the path of the page and a name. */
export const useDraftKey = (name: string): string => `${useLocation().pathname} ${name}`;

/** The draft that was stored when the component mounted, and the function that stores a new one. */
export const useStoredDraft = <T>(name: string): { readonly stored: SavedDraft<T> | undefined; readonly keepNow: (value: T | null) => void } => {
  const draftKey = useDraftKey(name);
  const [stored] = useState(() => storedDraft<T>(draftKey));
  return { stored, keepNow: useCallback((value: T | null) => storeDraft(draftKey, value), [draftKey]) };
};
