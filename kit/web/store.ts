import { useSyncExternalStore } from 'react';
import { writeStored, readStored } from './storage.ts';

/** One value outside React to which components can subscribe. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

interface StoredValueOptions<T> {
  readonly key: string;
  /** Parses the stored text, which may come from another version or have been edited. */
  readonly read: (text: string | null) => T;
  /** Null removes the entry. */
  readonly write: (value: T) => string | null;
}

/** A store that is saved in local storage and follows other tabs of the browser. */
export const persistedStore = <T>({ key, read, write }: StoredValueOptions<T>): Store<T> => {
  const store = createStore(read(readStored(key)));
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read(readStored(key)));
  });
  return {
    ...store,
    set: (next) => {
      writeStored(key, write(next));
      store.set(next);
    },
  };
};
