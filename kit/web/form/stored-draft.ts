import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { sessionStore } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { writeStored, readStored } from '../storage.ts';
import { uuid } from '../calls/transport.ts';

/** Unsaved work of one person in this browser, by where it was done. It outlives the session, for that person alone. */
interface Book {
  readonly [draftKey: string]: Entry;
}
interface Entry {
  readonly atMs: number;
  /** Which sign-in and which tab it was done in. */
  readonly session: number;
  readonly tab: string;
  readonly value: unknown;
}

/** As many as the family keeps of its histories. */
const ENTRIES_MAX = 16;
const LETTERS_MAX = 100_000;
/** A Friday's work is there on Monday, and gone on Tuesday. */
const KEPT_MS = 4 * 86_400_000;

const keyOf = ({ viewer }: Session): string => `enhance_work_${viewer.username}`;

const bookOf = (session: Session): Book => {
  try {
    const book = JSON.parse(readStored(keyOf(session)) ?? '{}') as Book; // ours; what is not falls out below
    return Object.fromEntries(Object.entries(book).filter(([, entry]) => Date.now() - entry.atMs < KEPT_MS));
  } catch {
    return {};
  }
};

/** Keeps work in progress, or with `null` forgets it. Without a session there is nobody to keep it for. */
export const storeDraft = (draftKey: string, value: unknown): void => {
  const session = sessionStore.get();
  if (!session) return;
  const { [draftKey]: _before, ...others } = bookOf(session);
  const entry: Entry = { atMs: Date.now(), session: session.until, tab: tabId(), value };
  // What is too long to keep is not kept in part.
  const isKept = value !== null && JSON.stringify(value).length <= LETTERS_MAX;
  const newest = Object.entries(isKept ? { ...others, [draftKey]: entry } : others).toSorted(([, one], [, other]) => other.atMs - one.atMs);
  const newestEntries = newest.slice(0, ENTRIES_MAX);
  writeStored(keyOf(session), newestEntries.length > 0 ? JSON.stringify(Object.fromEntries(newestEntries)) : null);
};

export interface SavedDraft<T> {
  readonly atMs: number;
  readonly value: T;
}

export const storedDraft = <T>(draftKey: string): SavedDraft<T> | undefined => {
  const session = sessionStore.get();
  return session ? (bookOf(session)[draftKey] as SavedDraft<T> | undefined) : undefined; // who reads a place is who wrote it
};

/** The newest work below a place that nobody is doing any more: of an earlier sign-in, or of this tab before it was loaded afresh. */
export const abandonedDraft = <T>(keyPrefix: string): SavedDraft<T> | undefined => {
  const session = sessionStore.get();
  if (!session) return undefined;
  const abandoned = Object.entries(bookOf(session)).filter(
    ([draftKey, entry]) => draftKey.startsWith(keyPrefix) && (entry.session !== session.until || entry.tab === tabId()),
  );
  return abandoned.toSorted(([, one], [, other]) => other.atMs - one.atMs)[0]?.[1] as SavedDraft<T> | undefined; // as above
};

const TAB = 'enhance_tab';
/** The name of this tab, which a reload keeps. */
const tabId = (): string => {
  try {
    const tab = window.sessionStorage.getItem(TAB) ?? uuid();
    window.sessionStorage.setItem(TAB, tab);
    return tab;
  } catch {
    return '';
  }
};

/** Where on this page something is done: the address of the page and a name. */
export const useDraftKey = (name: string): string => `${useLocation().pathname} ${name}`;

/** What was left unsaved here, as it was found when this was opened, and how to keep what is done now. */
export const useStoredDraft = <T>(name: string): { readonly stored: SavedDraft<T> | undefined; readonly keepNow: (value: T | null) => void } => {
  const draftKey = useDraftKey(name);
  const [stored] = useState(() => storedDraft<T>(draftKey));
  return { stored, keepNow: useCallback((value: T | null) => storeDraft(draftKey, value), [draftKey]) };
};
