import type { LostWhy } from './load-code.ts';
import { createStore } from '../store.ts';

/** A place on the page that waits for code. */
export interface ChunkLoadError {
  readonly why: LostWhy;
  /** Asks for the code once more. */
  readonly again: () => void;
}

/** All places whose code did not come and that have no words of their own for it; `LostRoot` tells of them once. */
export const lostStore = createStore<readonly ChunkLoadError[]>([]);

/** Has it told until the answer is called. */
export const tellLost = (lost: ChunkLoadError): (() => void) => {
  lostStore.set([...lostStore.get(), lost]);
  return () => lostStore.set(lostStore.get().filter((one) => one !== lost));
};
