import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { WebSocket } from 'ws';
import { sessionApi } from '#domains/identity/resources.ts';
import { liveApi } from '#domains/system/resources.ts';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { defaultAccess } from '../config/access.ts';
import type { Config, Role } from '../config/config.ts';
import { startSystem } from '../system.ts';
import type { System } from '../system.ts';
import { createCallEndpoint, isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint, Input } from '#kit/test/nouns/call-endpoint.ts';

/** Server processes on one database: each a whole program of its own, but for the memory that a test's process lends them. */
export interface Processes {
  readonly database: TestDatabase;
  /** Of the first account. */
  readonly password: string;
  readonly start: (name: string, roles: readonly Role[]) => Promise<Process>;
  readonly close: () => Promise<void>;
}

export interface Process {
  readonly ports: System['ports'];
  readonly ask: CallEndpoint;
  readonly signIn: (username: string, password: string) => Promise<string>;
  /** A browser's line. */
  readonly line: (token: string) => Promise<LiveLine>;
  readonly stop: () => Promise<void>;
}

export interface LiveLine {
  readonly heard: readonly Input[];
  /** Answers what was said: `watching` or `refused`. */
  readonly watch: (topic: string) => Promise<unknown>;
  readonly unwatch: (topic: string) => void;
  readonly next: (fits: (message: Input) => boolean) => Promise<Input>;
  readonly close: () => void;
  /** The code it ended with. */
  readonly closed: Promise<number>;
}

const PATIENCE_MS = 10_000;

/** A database that was filled before, and the master key of its secrets. Whoever opened it closes it. */
export interface FilledDatabase {
  readonly database: TestDatabase;
  readonly secret: string;
  /** Default: its owner alone, who makes a sign-in to work. */
  readonly addresses?: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>;
}

/** Of a database that was not filled before. */
export const MASTER_KEY = '5a'.repeat(32);

/** The first is started at once, since it makes the first account. */
export const startProcesses = async (
  first: string,
  roles: readonly Role[],
  filled?: FilledDatabase,
): Promise<Processes & { readonly first: Process }> => {
  const database = filled?.database ?? (await freshDatabase());
  const secret = filled?.secret ?? MASTER_KEY;
  const addresses = filled?.addresses ?? { databaseUrl: database.ownerUrl, databaseOwnerUrl: undefined };
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-processes-'));
  const systems: System[] = [];
  const start = async (nodeName: string, asked: readonly Role[]): Promise<Process> => {
    const system = await startSystem(configOf({ folder, nodeName, secret, addresses, roles: new Set(asked) }), pino({ level: 'silent' }));
    systems.push(system);
    return processOf(system, async () => {
      systems.splice(systems.indexOf(system), 1);
      await system.stop();
    });
  };
  const started = await start(first, roles);
  const password = systems.flatMap(({ greeting }) => /with the password (\S+)/.exec(greeting.join('\n'))?.[1] ?? [])[0] ?? '';
  // Their first sign-in is behind them.
  await database.asSuperuser('update sys_user set password_initial = false');
  return {
    database,
    password,
    first: started,
    start,
    close: async () => {
      for (const system of systems.splice(0)) await system.stop();
      if (!filled) await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

interface OwnSettings {
  readonly folder: string;
  readonly nodeName: string;
  readonly secret: string;
  readonly addresses: NonNullable<FilledDatabase['addresses']>;
  readonly roles: ReadonlySet<Role>;
}

const configOf = (own: OwnSettings): Config => ({
  host: '127.0.0.1',
  port: 0,
  ocppPort: 0,
  pilePort: 0,
  metrics: { host: '127.0.0.1', port: 0 },
  dataDir: path.join(own.folder, own.nodeName),
  auditDir: path.join(own.folder, 'audit'),
  access: defaultAccess,
  ...own.addresses,
  secretsKey: own.secret,
  secretsLost: [],
  nodeName: own.nodeName,
  roles: own.roles,
  signSecret: undefined,
  signPaths: [],
  bodyCipher: undefined,
  people: { smtp: undefined, smsWebhook: undefined, localMessages: false, registration: 'closed', filingNumber: null, thirdParties: undefined },
  s3: undefined,
  frameOrigins: [],
  demo: false,
});

const processOf = ({ ports }: System, stop: () => Promise<void>): Process => {
  const origin = `127.0.0.1:${ports.http ?? 0}`;
  const ask = createCallEndpoint(`http://${origin}${BASE_PATH}`);
  return {
    ports,
    ask,
    stop,
    signIn: async (username, password) => textAt(resultOf(await ask('', sessionApi.login, { username, password }), username), 'token'),
    line: async (token) => {
      const ticket = textAt(resultOf(await ask(token, liveApi.ticket), 'ticket'), 'ticket');
      return dialLine(origin, ticket);
    },
  };
};

/** A line opened at a process, with a ticket of any. */
export const dialLine = async (origin: string, ticket: string): Promise<LiveLine> => {
  const socket = new WebSocket(`ws://${origin}${LIVE_PATH}`, [ticket], { headers: { 'user-agent': 'node' } });
  const heard: Input[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString('utf8'));
    if (isRecord(message)) heard.push(message);
    for (const look of listeners) look();
  });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  closed.catch(() => undefined);
  await once(socket, 'open');
  const say = (type: string, topic: string): void => socket.send(JSON.stringify({ type, topic }));
  let from = 0;
  const next: LiveLine['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const at = heard.findIndex((message, index) => index >= from && fits(message));
        const message = heard[at];
        if (!message) return;
        from = at + 1;
        clearTimeout(timer);
        listeners.delete(look);
        resolve(message);
      };
      const timer = setTimeout(() => reject(new Error(`nothing fitting among ${JSON.stringify(heard.slice(from)).slice(-1_000)}`)), PATIENCE_MS);
      listeners.add(look);
      look();
    });
  return {
    heard,
    closed,
    next,
    watch: async (topic) => {
      say('watch', topic);
      return (await next((message) => message['about'] === topic))['type'];
    },
    unwatch: (topic) => say('unwatch', topic),
    close: () => socket.close(),
  };
};
