import pg from 'pg';
import type { DatabaseSwitch } from './gated-pool.ts';

export interface DatabaseWatch {
  readonly close: () => Promise<void>;
}

export interface WatchOptions {
  readonly url: string;
  readonly gate: DatabaseSwitch;
  /** The name in pg_stat_activity, after `chargeops-`. */
  readonly name?: string;
  readonly onChange?: (answers: boolean) => void;
  /** Shorter times for tests. */
  readonly timings?: Partial<Record<keyof typeof WATCH_TIMINGS, number>>;
}

/** How often the database is queried, also while it does not answer, and after which silence it counts as unavailable. */
const WATCH_TIMINGS = { everyMs: 1_000, awayEveryMs: 250, silentMs: 5_000 } as const;

/** Queries the database regularly on a connection of its own, and opens and closes the gate of its pools accordingly. */
export const watchDatabase = ({ url, gate, name = 'watch', onChange = () => undefined, timings = {} }: WatchOptions): DatabaseWatch => {
  const { everyMs, awayEveryMs, silentMs } = { ...WATCH_TIMINGS, ...timings };
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let lastAnswerMs = performance.now();

  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({ connectionString: url, application_name: `chargeops-${name}`, connectionTimeoutMillis: silentMs, keepAlive: true });
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = undefined;
    });
    await next.connect();
    return next;
  };
  const probe = async (): Promise<void> => {
    client ??= await connect();
    const probed = client;
    let timeoutTimer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      // Waits for another turn of the event loop, because the answer may already be in the socket of a busy process.
      timeoutTimer = setTimeout(() => setImmediate(() => reject(new Error('no answer'))), silentMs);
    });
    try {
      await Promise.race([probed.query('SELECT 1'), timeout]);
    } catch (error) {
      client = undefined;
      void probed.end().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timeoutTimer);
    }
  };
  const applyResult = (answers: boolean): void => {
    if (answers) lastAnswerMs = performance.now();
    // A restarting server refuses connections for a moment.
    const isOpen = answers || performance.now() - lastAnswerMs < silentMs;
    if (isOpen === gate.isOpen) return;
    gate.set(isOpen);
    onChange(isOpen);
  };
  const check = async (): Promise<void> => {
    const answers = await probe().then(
      () => true,
      () => false,
    );
    if (isClosed) return;
    applyResult(answers);
    timer = setTimeout(() => void check(), answers ? everyMs : awayEveryMs);
  };
  timer = setTimeout(() => void check(), everyMs);
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
};
