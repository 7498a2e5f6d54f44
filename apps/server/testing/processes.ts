import { once } from 'node:events';
import path from 'node:path';
import pino from 'pino';
import { WebSocket } from 'ws';
import { sessionApi } from '#domains/identity/resources.ts';
import { liveApi } from '#domains/system/resources.ts';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { PATIENCE_MS } from '#kit/test/patience.ts';
import { defaultAccess } from '../config/access.ts';
import type { Config, Role } from '../config/config.ts';
import { startSystem } from '../system.ts';
import type { System } from '../system.ts';
import { createCallEndpoint, isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint, Input } from '#kit/test/nouns/call-endpoint.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';

/** Server processes on one database. Each is a whole program, except that they share the memory of the test's process. */
export interface Processes {
  readonly database: TestDatabase;
  /** The token of the first account. */
  readonly password: string;
  readonly start: (name: string, roles: readonly Role[], tls?: Config['tls']) => Promise<Process>;
  readonly close: () => Promise<void>;
}

export interface Process {
  readonly ports: System['ports'];
  readonly ask: CallEndpoint;
  readonly signIn: (username: string, password: string) => Promise<string>;
  /** A WebSocket connection of a browser. */
  readonly line: (token: string) => Promise<LiveLine>;
  readonly stop: () => Promise<void>;
}

export interface LiveLine {
  readonly received: readonly Input[];
  /** Returns the reply: `watching` or `refused`. */
  readonly watch: (topic: string) => Promise<unknown>;
  readonly unwatch: (topic: string) => void;
  readonly next: (fits: (message: Input) => boolean) => Promise<Input>;
  readonly close: () => void;
  /** The close code. */
  readonly closed: Promise<number>;
}

/** A database with data, and the master key of its secrets. The caller closes it. */
export interface FilledDatabase {
  readonly database: TestDatabase;
  readonly secret: string;
  /** By default only the database owner, who creates the working role. */
  readonly addresses?: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>;
}

/** Absent for a database without data. */
export const MASTER_KEY = '5a'.repeat(32);

/** The first process is started at once, because it creates the first account. */
export const startProcesses = async (
  first: string,
  roles: readonly Role[],
  filledDatabase?: FilledDatabase,
): Promise<Processes & { readonly first: Process }> => {
  const database = filledDatabase?.database ?? (await freshDatabase());
  const secret = filledDatabase?.secret ?? MASTER_KEY;
  const addresses = filledDatabase?.addresses ?? { databaseUrl: database.ownerUrl, databaseOwnerUrl: undefined };
  const folder = temporaryFolder('processes');
  const systems: System[] = [];
  const start = async (nodeName: string, processRoles: readonly Role[], tls?: Config['tls']): Promise<Process> => {
    const system = await startSystem(configOf({ folder, nodeName, secret, addresses, tls, roles: new Set(processRoles) }), pino({ level: 'silent' }));
    systems.push(system);
    return processOf(system, async () => {
      systems.splice(systems.indexOf(system), 1);
      await system.stop();
    });
  };
  const started = await start(first, roles);
  const password = systems.flatMap(({ greeting }) => /with the password (\S+)/.exec(greeting.join('\n'))?.[1] ?? [])[0] ?? '';
  // The users have completed their first sign-in.
  await database.asSuperuser('update sys_user set password_initial = false');
  return {
    database,
    password,
    first: started,
    start,
    close: async () => {
      for (const system of systems.splice(0)) await system.stop();
      if (!filledDatabase) await database.close();
    },
  };
};

interface OwnSettings {
  readonly folder: string;
  readonly nodeName: string;
  readonly secret: string;
  readonly addresses: NonNullable<FilledDatabase['addresses']>;
  readonly roles: ReadonlySet<Role>;
  readonly tls: Config['tls'];
}

const configOf = (settings: OwnSettings): Config => ({
  host: '127.0.0.1',
  port: 0,
  ocppPort: 0,
  pilePort: 0,
  tls: settings.tls,
  metrics: { host: '127.0.0.1', port: 0 },
  dataDir: path.join(settings.folder, settings.nodeName),
  auditDir: path.join(settings.folder, 'audit'),
  access: defaultAccess,
  ...settings.addresses,
  secretsKey: settings.secret,
  secretsLost: [],
  nodeName: settings.nodeName,
  roles: settings.roles,
  signSecret: undefined,
  signPaths: [],
  bodyCipher: undefined,
  people: { smtp: undefined, smsWebhook: undefined, localMessages: false, registration: 'closed', filingNumber: null, thirdParties: undefined },
  s3: undefined,
  frameOrigins: [],
  pileFilesUrl: undefined,
  demo: false,
  pastDays: 0,
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

/** Opens a connection to a process, with a ticket of any process. */
export const dialLine = async (origin: string, ticket: string): Promise<LiveLine> => {
  const socket = new WebSocket(`ws://${origin}${LIVE_PATH}`, [ticket], { headers: { 'user-agent': 'node' } });
  const received: Input[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString('utf8'));
    if (isRecord(message)) received.push(message);
    for (const check of listeners) check();
  });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  closed.catch(() => undefined);
  await once(socket, 'open');
  const say = (type: string, topic: string): void => socket.send(JSON.stringify({ type, topic }));
  let from = 0;
  const next: LiveLine['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const position = received.findIndex((message, index) => index >= from && fits(message));
        const message = received[position];
        if (!message) return;
        from = position + 1;
        clearTimeout(timer);
        listeners.delete(check);
        resolve(message);
      };
      const timer = setTimeout(() => reject(new Error(`nothing fitting among ${JSON.stringify(received.slice(from)).slice(-1_000)}`)), PATIENCE_MS);
      listeners.add(check);
      check();
    });
  return {
    received,
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
