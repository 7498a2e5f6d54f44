import type { ChunkLoadErrorReason } from './load-code.ts';
import { createStore } from '../store.ts';

/** A place on the page that waits for code. */
export interface ChunkLoadError {
  readonly reason: ChunkLoadErrorReason;
  /** Asks for the code once more. */
  readonly retry: () => void;
}

/** All places whose code did not come and that have no words of their own for it; `LostRoot` tells of them once. */
export const chunkLoadErrorStore = createStore<readonly ChunkLoadError[]>([]);

/** Has it told until the answer is called. */
export const reportChunkLoadError = (error: ChunkLoadError): (() => void) => {
  chunkLoadErrorStore.set([...chunkLoadErrorStore.get(), error]);
  return () => chunkLoadErrorStore.set(chunkLoadErrorStore.get().filter((other) => other !== error));
};
