import { storageKeys } from '#kit/web/storage.ts';

/** The addresses of the tabs, for the same person in the same window after it was loaded anew. */
interface Memory {
  readonly username: string;
  readonly addresses: readonly string[];
}

const REMEMBERED_MAX = 60;

export const rememberTabs = (memory: Memory): void => {
  try {
    window.sessionStorage.setItem(storageKeys.tabs, JSON.stringify({ ...memory, addresses: memory.addresses.slice(0, REMEMBERED_MAX) }));
  } catch {
    // Full or forbidden: the tabs are opened again by hand.
  }
};

export const recallTabs = (username: string): readonly string[] => {
  try {
    const known: unknown = JSON.parse(window.sessionStorage.getItem(storageKeys.tabs) ?? 'null');
    if (typeof known !== 'object' || known === null || !('username' in known) || !('addresses' in known) || known.username !== username) return [];
    return Array.isArray(known.addresses) ? known.addresses.filter(isAddress) : [];
  } catch {
    return [];
  }
};

const isAddress = (text: unknown): text is string => typeof text === 'string' && /^\/(?!\/)/.test(text);
