import { storageKeys } from '#kit/web/storage.ts';

/** The addresses of the tabs, for the same person in the same window after a reload. */
interface Memory {
  readonly username: string;
  readonly addresses: readonly string[];
}

const REMEMBERED_MAX = 60;

export const rememberTabs = (memory: Memory): void => {
  try {
    window.sessionStorage.setItem(storageKeys.tabs, JSON.stringify({ ...memory, addresses: memory.addresses.slice(0, REMEMBERED_MAX) }));
  } catch {
    // When the storage is full or forbidden, the tabs are not restored after a reload.
  }
};

export const recallTabs = (username: string): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKeys.tabs) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('username' in stored) || !('addresses' in stored) || stored.username !== username)
      return [];
    return Array.isArray(stored.addresses) ? stored.addresses.filter(isAddress) : [];
  } catch {
    return [];
  }
};

const isAddress = (text: unknown): text is string => typeof text === 'string' && /^\/(?!\/)/.test(text);
