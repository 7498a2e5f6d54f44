/** Why a piece of the program is not here: an upgrade took it away, the line is cut, or it took too long. */
export type ChunkLoadErrorReason = 'gone' | 'cut' | 'slow';

/** A piece of the program did not come. */
export class CodeLoadError extends Error {
  readonly reason: ChunkLoadErrorReason;
  constructor(reason: ChunkLoadErrorReason, cause: unknown) {
    super(`code did not come: ${reason}`, { cause });
    this.name = 'CodeLoadError';
    this.reason = reason;
  }
}

/** No script and no stylesheet is waited for any longer. */
const LIMIT_MS = 120_000;
const PROBE_MS = 5_000;

/** What browsers, and the build for stylesheets, say of code that did not come; anything else is code that breaks. */
const NOT_HERE = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Loads code within the time there is for it. Rejects with `CodeLoadError`, or with what the code itself throws. */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CodeLoadError('slow', undefined)), LIMIT_MS);
    const fail = async (reason: unknown): Promise<void> =>
      reject(reason instanceof Error && NOT_HERE.test(reason.message) ? new CodeLoadError(await whyLost(), reason) : reason);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, fail);
  });

/** Browsers do not say why code did not come: a server that still answers has other code by now. */
const whyLost = async (): Promise<ChunkLoadErrorReason> => {
  try {
    const page = await fetch('./', { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return page.ok ? 'gone' : 'cut';
  } catch {
    return 'cut';
  }
};
