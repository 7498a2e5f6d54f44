import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import pino from 'pino';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import type { Providers } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { ensureExceptionConfs } from '../exception-conf/ensure-confs.server.ts';
import { exceptionConfRoutes } from '../exception-conf/exception-conf.server.ts';
import { exceptionRecordRoutes } from '../exception-record/exception-record.server.ts';
import { alarm } from '../resources.ts';
import { warningAccountRoutes } from '../warning-account/warning-account.server.ts';
import { warningAccountApi } from '../warning-account/warning-account.ts';
import { warningConfRoutes } from '../warning-conf/warning-conf.server.ts';
import { accountTypesOf } from './deliver.server.ts';
import { startWarningSender } from './sender.server.ts';
import { warningLogRoutes } from './warning-log.server.ts';
import { writeClosed, writeOpened } from './write-wave.server.ts';

/** A request that a receiver got. */
interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Reads the request and never answers. */
  readonly hangs?: boolean;
}

/** A receiver that answers as it is told, and otherwise accepts everything. */
export const startReceiver = async () => {
  const received: ReceivedRequest[] = [];
  const answers: GivenAnswer[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      const { status = 200, headers = {}, body: answer = '{"errcode":0,"code":0}', hangs } = answers.shift() ?? {};
      if (!hangs) response.writeHead(status, headers).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on TCP');
  const { port } = address;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** The next answers, in their order. */
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

/** Tenant 1 with agent 11, its stations 111 and 112 with a pile each, and agent 12 with station 121; tenant 2 with agent 21 and station 211. */
const network1 = `insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY'), (2, 'Two', 'CNY');
  insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'North', 'Asia/Shanghai'), (12, 1, 'South', 'Asia/Shanghai'), (21, 2, 'Far', 'UTC');
  insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'Gate', 'Asia/Shanghai'), (112, 1, 11, 'Mall', 'Asia/Shanghai'),
    (121, 1, 12, 'Port', 'Asia/Shanghai'), (211, 2, 21, 'Far', 'UTC');`;

const places = { '111': ['1', '11'], '112': ['1', '11'], '121': ['1', '12'], '211': ['2', '21'] } as const;

export type WarningTestbed = Awaited<ReturnType<typeof startWarningTestbed>>;

const testEgress = (origins: readonly string[]): Egress =>
  createEgress({ insideOrigins: new Set(origins), bounds: { connectMs: 1_500, totalMs: 1_500, answerBytes: 65_536, urlLength: 2_048 } });

const startServer = async (egress: Egress, providers: Providers): Promise<TestServer> => {
  const server = await startTestServer({
    domains: [system, network, alarm],
    routes: (database) => [
      ...exceptionConfRoutes,
      ...exceptionRecordRoutes,
      ...warningConfRoutes,
      ...warningLogRoutes,
      ...warningAccountRoutes({ database, secrets: testSecrets, egress, services: accountTypesOf(providers) }),
    ],
  });
  await server.database.asSuperuser(network1);
  await ensureExceptionConfs(server.database);
  return server;
};

interface LoggedMessage {
  readonly kind: number;
  readonly stat: number;
  readonly reason: number | null;
  readonly answer: string | null;
  readonly account: string;
  readonly ordinal: number;
  readonly attempts: number;
  readonly msg: string;
}

interface ExceptionFacts {
  readonly type?: number;
  readonly code?: number;
  readonly level?: number;
}

/** Opens and closes exceptions without the devices that cause them. */
const exceptionMaker = ({ database }: TestServer, clock: () => Date) => {
  let subjects = 0;
  return {
    /** Opens an exception at a station and writes its warnings; an emergency stop unless another is named. */
    open: async (stationId: keyof typeof places, { type = 1, code = 2, level = 1 }: ExceptionFacts = {}) => {
      const [tenantId, agentId] = places[stationId];
      subjects += 1;
      const [row] = await database.asSuperuser<{ id: string }>(
        `insert into exception_record (tenant_id, agent_id, station_id, condition_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info, error_time)
          values ($1, $2, $3, $4, $5, 1, $6, $7, $8, '', $9) returning exception_record_id::text as id`,
        [tenantId, agentId, stationId, subjects, `P${subjects}`, type, code, level, clock()],
      );
      const recordId = row?.id ?? '';
      await inSystem(database, (tx) => writeOpened(tx, [BigInt(recordId)], clock()));
      return recordId;
    },
    closeRecord: async (recordId: string) => {
      await database.asSuperuser('update exception_record set fault_end_time = $2 where exception_record_id = $1', [recordId, clock()]);
      await inSystem(database, (tx) => writeClosed(tx, [BigInt(recordId)], clock()));
    },
    /** Forgets accounts, exceptions and messages. */
    forget: async () => {
      subjects = 0;
      await database.asSuperuser(`delete from warning_log; delete from warning_channel; delete from warning_account; delete from exception_record;
        delete from warning_conf where create_by is distinct from 'system'; update warning_conf set warning_count = 1; update exception_conf set is_warning = 1`);
    },
  };
};

interface TestbedOptions {
  readonly origins: readonly string[];
  readonly providers?: Providers;
}

/** The nouns of warnings over HTTP, and their sender with a clock of its own. */
export const startWarningTestbed = async ({ origins, providers = {} }: TestbedOptions) => {
  const egress = testEgress(origins);
  const server = await startServer(egress, providers);
  const { database } = server;
  let aheadMs = 0;
  const clock = (): Date => new Date(Date.now() + aheadMs);
  const log = pino({ level: 'silent' });
  const sender = startWarningSender({
    database,
    bus: database.bus,
    log,
    clock,
    secrets: testSecrets,
    services: { egress, providers, publicUrl: 'https://ops.example' },
    random: () => 0.5,
  });
  const { forget, ...exceptions } = exceptionMaker(server, clock);
  return {
    server,
    database,
    clock,
    ...exceptions,
    /** Moves the sender's clock ahead and sends what is due then. */
    pass: async (ms: number) => {
      aheadMs += ms;
      await sender.poll();
    },
    /** Adds an account as the platform and marks it as verified. */
    addAccount: async (draft: Readonly<Record<string, unknown>>) => {
      const common = { tenantId: '1', warningAccountName: 'Control room', warningLang: 'en_US', minLevel: 4, delayMin: 0, passesMajor: 0 };
      const { result } = await server.call(viewers.platform(), warningAccountApi.add, { ...common, ...draft });
      await database.asSuperuser('update warning_account set verified_at = now() where warning_account_id = $1', [result.warningAccountId]);
      return result.warningAccountId;
    },
    logOf: async (recordId?: string) =>
      database.asSuperuser<LoggedMessage>(
        `select warning_kind::int as kind, warning_stat::int as stat, suppressed_reason::int as reason, provider_answer as answer, warning_account_id::text as account, ordinal,
          attempts, warning_msg as msg from warning_log where $1::int8 is null or exception_record_id = $1 order by warning_log_id`,
        [recordId ?? null],
      ),
    clear: async () => {
      aheadMs = 0;
      await sender.poll();
      await forget();
    },
    close: async () => {
      await sender.stop();
      await server.close();
    },
  };
};
