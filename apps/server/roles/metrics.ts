import { createServer } from 'node:http';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { orderState } from '#engines/order/codes.ts';
import type { DatabaseGate } from '#kit/db/connections/gated-pool.ts';
import type { Database } from '#kit/db/index.ts';
import type { RequestMetric } from '#kit/server/http/http.ts';
import { commandStat } from '#domains/device/resources.ts';
import type { FrameLog } from '#apps/gateway/shared/frame-log.ts';
import { healthOf } from './health.ts';
import { listeningPort } from './listening-port.ts';

/** Metrics of this process in the Prometheus text format. */
export interface Metrics {
  /** Records an answered request. */
  readonly answered: (answer: RequestMetric) => void;
  /** Counts the frames that enter the communication log. */
  readonly counting: (frames: FrameLog) => FrameLog;
  /** Registers the function that counts the pile sessions of this process. */
  readonly sessions: (count: () => number) => void;
  /** All metrics as text. */
  readonly text: () => Promise<string>;
}

const PREFIX = 'chargeops_';
const ANSWER_SECONDS = [0.005, 0.02, 0.05, 0.2, 1, 5];
/** The database is queried at most once in this time, however many scrapes arrive. */
const FRESH_MS = 5_000;

export const createMetrics = (database: Database): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const answers = new Histogram({
    name: `${PREFIX}http_answer_seconds`,
    help: 'How long calls took, by endpoint and kind of answer.',
    labelNames: ['route', 'status'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const frames = new Counter({
    name: `${PREFIX}pile_frames_total`,
    help: 'Frames from (up) and to (down) piles.',
    labelNames: ['protocol', 'direction'],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void =>
    void new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  for (const [name, pool] of [
    ['app', database.appPool],
    ['system', database.systemPool],
  ] as const) {
    gauge(`database_${name}_connections`, `Open connections of the pool "${name}".`, () => pool.totalCount);
    gauge(`database_${name}_waiting`, `Callers that wait for a connection of the pool "${name}".`, () => pool.waitingCount);
  }
  const queues = cachedFor(FRESH_MS, () => readQueues(database));
  gauge('orders_unsettled', 'Ended orders that are not settled yet, in the whole database.', async () => (await queues()).unsettled);
  gauge('orders_unsettled_oldest_seconds', 'How long the oldest of them has waited.', async () => (await queues()).oldestSeconds);
  gauge('orders_set_aside', 'Orders put aside after a fault of ours; they are tried again.', async () => (await queues()).aside);
  gauge('commands_waiting', 'Commands that wait for their pile, in the whole database.', async () => (await queues()).commands);
  return {
    answered: ({ route, status, tookMs }) => answers.observe({ route, status: `${Math.floor(status / 100)}xx` }, tookMs / 1_000),
    counting: (log) => {
      gauge('frames_lost', 'Frames that are missing in the communication log since the start.', () => log.dropped);
      const add: FrameLog['add'] = (record) => {
        frames.inc({ protocol: record.protocol, direction: record.direction });
        log.add(record);
      };
      return {
        add,
        drain: () => log.drain(),
        get dropped() {
          return log.dropped;
        },
      };
    },
    sessions: (count) => gauge('pile_sessions', 'Piles that are connected to this process.', count),
    text: () => registry.metrics(),
  };
};

interface Queues {
  readonly unsettled: number;
  readonly oldestSeconds: number;
  readonly aside: number;
  readonly commands: number;
}

/** Each count uses a partial index that contains only the counted rows. */
const readQueues = async ({ system }: Database): Promise<Queues> => {
  const { rows } = await sql<Queues>`
    select u.*, (select count(*)::int4 from device_command where stat = ${sql.lit(commandStat.items.notExecuted.value)}) as commands
    from (select count(*)::int4 as unsettled, coalesce(extract(epoch from now() - min(stop_time)), 0)::float8 as "oldestSeconds",
      (count(*) filter (where retry_at > now()))::int4 as aside from charging_order where order_state = ${sql.lit(orderState.ended)}) u`.execute(
    system.withoutPlugins(),
  );
  return rows[0] ?? { unsettled: 0, oldestSeconds: 0, aside: 0, commands: 0 };
};

const cachedFor = <T>(freshMs: number, read: () => Promise<T>): (() => Promise<T>) => {
  let cached: { readonly value: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    if (!cached || performance.now() > cached.untilMs) cached = { value: read(), untilMs: performance.now() + freshMs };
    return cached.value;
  };
};

/**
 * Serves metrics on a listener of its own, which the proxy for browsers and partners does not expose. It also reports the health of
 * the process, whatever its role.
 */
export const serveMetrics = async (
  { metrics, gate }: { readonly metrics: Pick<Metrics, 'text'>; readonly gate: DatabaseGate },
  address: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const health = healthOf(request.url, gate);
    if (request.method === 'GET' && health) return response.writeHead(health.status, health.headers).end(health.body);
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, resolve);
  });
  return {
    port: listeningPort(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
