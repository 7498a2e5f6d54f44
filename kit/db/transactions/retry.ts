import { setTimeout as sleep } from 'node:timers/promises';

const rolledBack: ReadonlySet<string> = new Set(['40001', '40P01']);
const connectionLost: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/** How often and how long a transaction is retried before its error is thrown. */
export const retryBounds = { conflictAttempts: 5, lostForMs: 30_000, longestPauseMs: 1_000 } as const;

/** True when the server has certainly rolled back the transaction: serialization failure or deadlock. */
export const isConflict = (error: unknown): boolean => rolledBack.has(codeOf(error));

/** True when a statement exceeded its time limit. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** True when the connection ended; it is then unknown whether a running commit took effect. */
export const isConnectionLoss = (error: unknown): boolean => connectionLost.has(codeOf(error)) || isCutOff(error);

/** Errors of failed connection attempts, whose codes are those of any network error. */
const notConnected = new WeakSet<object>();
/** Marks an error as a failed attempt to connect to the database. */
export const markNotConnected = (error: unknown): unknown => {
  if (typeof error === 'object' && error !== null) notConnected.add(error);
  return error;
};

/**
 * True when the database could not be reached, the connection was lost, or the server is temporarily unable to work (full disk, no memory). A later
 * attempt may succeed.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && notConnected.has(error)) || /^(08|53|57P|58)/.test(codeOf(error)) || isCutOff(error);

const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|the database does not answer)/.test(
    error.message,
  );

/**
 * Runs `work` again after a conflict. After a lost connection it does so only when `idempotent`: every effect has a key in the database, so that a
 * repetition has no further effect.
 */
export const withRetry = async <T>(work: () => Promise<T>, { idempotent }: { readonly idempotent: boolean }): Promise<T> => {
  const giveUpAtMs = Date.now() + retryBounds.lostForMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const mayRetry = isConflict(error) ? attempt < retryBounds.conflictAttempts : idempotent && isConnectionLoss(error) && Date.now() < giveUpAtMs;
      if (!mayRetry) throw error;
      await sleep(Math.min(retryBounds.longestPauseMs, 10 * 2 ** attempt) * (0.5 + Math.random() / 2));
    }
  }
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
