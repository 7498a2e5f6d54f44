import pg from 'pg';
import { markNotConnected } from '../transactions/retry.ts';

/** Whether the database answers, according to its health check. While it does not, pools hand out no connections. */
export interface DatabaseGate {
  readonly isOpen: boolean;
  /** Calls `whenClosed` once when the gate closes. Returns the function that cancels this. */
  readonly onClose: (whenClosed: () => void) => () => void;
}

export interface DatabaseSwitch extends DatabaseGate {
  readonly set: (isOpen: boolean) => void;
}

export const createGate = (): DatabaseSwitch => {
  const listeners = new Set<() => void>();
  let isOpen = true;
  return {
    get isOpen() {
      return isOpen;
    },
    onClose: (whenClosed) => {
      listeners.add(whenClosed);
      return () => void listeners.delete(whenClosed);
    },
    set: (next) => {
      const closes = isOpen && !next;
      isOpen = next;
      if (!closes) return;
      for (const listener of listeners) listener();
    },
  };
};

/** The database has not answered for a while, so nothing was tried. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  /** The code of a failed connection, so that the operation is retried where that is safe. */
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('the database does not answer');
  }
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool hands out a whole client, although its type does not contain `end`. */
type EndableClient = pg.PoolClient & Pick<pg.Client, 'end'>;

/**
 * A pool that refuses requests at once while the database is silent, including waiting ones, and ends the connections in use. A frozen server never
 * ends a statement, so its callers would wait for ever.
 */
export class GatedPool extends pg.Pool {
  readonly #gate: DatabaseGate;
  readonly #inUse = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig, gate: DatabaseGate) {
    super(config);
    this.#gate = gate;
    this.on('acquire', (client) => this.#inUse.add(client));
    this.on('release', (_error, client) => this.#inUse.delete(client));
    this.on('remove', (client) => this.#inUse.delete(client));
    gate.onClose(() => this.#endInUse());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.#connectOrRefuse();
    if (this.#gate.isOpen) return super.connect(callback);
    return callback(new DatabaseSilent(), undefined, () => undefined);
  }

  async #connectOrRefuse(): Promise<pg.PoolClient> {
    if (!this.#gate.isOpen) throw new DatabaseSilent();
    const connected = super.connect();
    let stopWaiting: () => void = () => undefined;
    const silent = new Promise<never>((_resolve, reject) => {
      stopWaiting = this.#gate.onClose(() => {
        // A connection that was opened too late is returned to the pool.
        connected.then(
          (client) => client.release(),
          () => undefined,
        );
        reject(new DatabaseSilent());
      });
    });
    try {
      return await Promise.race([connected, silent]);
    } catch (error) {
      throw markNotConnected(error);
    } finally {
      stopWaiting();
    }
  }

  #endInUse(): void {
    // During a statement this closes the connection, and the statement fails like after any lost connection.
    for (const client of this.#inUse) void (client as EndableClient).end().catch(() => undefined);
  }
}
