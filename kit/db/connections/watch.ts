import pg from 'pg';
import type { DatabaseSwitch } from './gated-pool.ts';

export interface DatabaseWatch {
  readonly close: () => Promise<void>;
}

export interface WatchOptions {
  readonly url: string;
  readonly gate: DatabaseSwitch;
  /** Shown in pg_stat_activity behind `chargeops-`. */
  readonly name?: string;
  readonly onChange?: (answers: boolean) => void;
  /** Shorter ones for tests. */
  readonly timings?: Partial<Record<keyof typeof WATCH_TIMINGS, number>>;
}

/** How often the database is asked for a sign of life, also while it is away, and after which silence it is taken for away. */
const WATCH_TIMINGS = { everyMs: 1_000, awayEveryMs: 250, silentMs: 5_000 } as const;

/** Asks the database for a sign of life on a connection of its own, and opens and closes the gate of its pools by it. */
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
      // One more round of the event loop: an answer may lie in the socket of a process that was busy.
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
    // A server that restarts refuses connections for a moment.
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
