import { Worker } from 'node:worker_threads';
import type { PrintedDocument } from '#kit/resource/printed-document.ts';

/** Limits of one document: its thread may use so much memory and so much time. */
const HEAP_MB = 512;
const TIME_MS = 120_000;
/** A thread that has nothing to do ends after this time. Starting one reads the fonts again. */
const IDLE_MS = 20_000;

export interface RenderedDocument {
  readonly pdf: Uint8Array;
  /** Undefined unless it was asked for. */
  readonly xlsx: Uint8Array | undefined;
}

interface Thread {
  readonly worker: Worker;
  idleTimer: NodeJS.Timeout | undefined;
}

let thread: Thread | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Prints a document in a thread of its own, one after another, so that requests are answered meanwhile. Throws when the thread fails or takes too
 * long; the next document gets a new thread.
 */
export const renderDocument = (document: PrintedDocument, { withWorkbook }: { readonly withWorkbook: boolean }): Promise<RenderedDocument> => {
  const rendered = queue.then(() => renderInThread(document, withWorkbook));
  queue = rendered.catch(() => undefined);
  return rendered;
};

const openThread = (): Thread => {
  const open = thread ?? { worker: startWorker(), idleTimer: undefined };
  clearTimeout(open.idleTimer);
  thread = open;
  return open;
};

const startWorker = (): Worker =>
  new Worker(new URL('./document-worker.mjs', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });

const renderInThread = (document: PrintedDocument, withWorkbook: boolean): Promise<RenderedDocument> =>
  new Promise((resolve, reject) => {
    const used = openThread();
    const { worker } = used;
    worker.removeAllListeners();
    worker.ref();
    const fail = (error: Error): void => {
      clearTimeout(timer);
      if (thread === used) thread = undefined;
      void worker.terminate();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error(`a document took longer than ${TIME_MS} ms`)), TIME_MS);
    worker.once('message', (rendered: RenderedDocument) => {
      clearTimeout(timer);
      release(used);
      resolve(rendered);
    });
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('the thread that prints documents has ended')));
    worker.postMessage({ document, withWorkbook });
  });

const release = (used: Thread): void => {
  const { worker } = used;
  worker.removeAllListeners();
  const forget = (): void => {
    clearTimeout(used.idleTimer);
    if (thread === used) thread = undefined;
  };
  worker.once('exit', forget).on('error', forget);
  used.idleTimer = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
  worker.unref();
};
