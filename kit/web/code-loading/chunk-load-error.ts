import type { ChunkLoadErrorReason } from './load-code.ts';
import { createStore } from '../store.ts';

/** A component whose code could not be loaded. */
export interface ChunkLoadError {
  readonly reason: ChunkLoadErrorReason;
  /** Loads the code again. */
  readonly retry: () => void;
}

/** Chunk errors that their component does not show itself; `ChunkLoadErrorRoot` shows one message for all of them. */
export const chunkLoadErrorStore = createStore<readonly ChunkLoadError[]>([]);

/** Shows the error until the returned function is called. */
export const reportChunkLoadError = (error: ChunkLoadError): (() => void) => {
  chunkLoadErrorStore.set([...chunkLoadErrorStore.get(), error]);
  return () => chunkLoadErrorStore.set(chunkLoadErrorStore.get().filter((other) => other !== error));
};
