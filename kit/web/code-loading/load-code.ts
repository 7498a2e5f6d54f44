/** Why a chunk could not be loaded: an upgrade removed it, the connection is lost, or loading took too long. */
export type ChunkLoadErrorReason = 'gone' | 'cut' | 'slow';

/** A chunk of the program could not be loaded. */
export class CodeLoadError extends Error {
  readonly reason: ChunkLoadErrorReason;
  constructor(reason: ChunkLoadErrorReason, cause: unknown) {
    super(`code did not come: ${reason}`, { cause });
    this.name = 'CodeLoadError';
    this.reason = reason;
  }
}

/** The time limit for a script or stylesheet. */
const LIMIT_MS = 120_000;
const PROBE_MS = 5_000;

/** Messages of browsers, and of the build for stylesheets, when a chunk cannot be loaded. Any other error comes from the code itself. */
const NOT_HERE = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Loads code within the time limit. Rejects with `CodeLoadError`, or with the error that the code itself throws. */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CodeLoadError('slow', undefined)), LIMIT_MS);
    const fail = async (reason: unknown): Promise<void> =>
      reject(reason instanceof Error && NOT_HERE.test(reason.message) ? new CodeLoadError(await whyLost(), reason) : reason);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, fail);
  });

/** Browsers do not report why loading failed. If the server still answers, an upgrade has replaced the chunk. */
const whyLost = async (): Promise<ChunkLoadErrorReason> => {
  try {
    const page = await fetch('./', { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return page.ok ? 'gone' : 'cut';
  } catch {
    return 'cut';
  }
};
