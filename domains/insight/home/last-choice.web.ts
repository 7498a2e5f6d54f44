import { readStored, storageKeys, writeStored } from '#kit/web/storage.ts';

/** What the board remembers, by the names in the address. */
const NAMES = ['data', 'station', 'statType', 'cpType'] as const;

const keyOf = (): string => `HOME_DASHBOARD:${readStored(storageKeys.username) ?? ''}`;

/** The choice in the address, else the last one that this user made in this browser. */
export const choiceIn = (params: URLSearchParams): URLSearchParams =>
  NAMES.some((name) => params.has(name)) ? params : new URLSearchParams([...params, ...new URLSearchParams(readStored(keyOf()) ?? '')]);

/** Remembers the choice of an address. */
export const rememberChoice = (params: URLSearchParams): void => {
  const chosen = new URLSearchParams(NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])));
  writeStored(keyOf(), String(chosen));
};
