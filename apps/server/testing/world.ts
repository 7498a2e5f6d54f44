import { randomBytes } from 'node:crypto';
import { liveTopics } from '../roles/live-topics.ts';
import { apiFacts } from '../openapi/api-facts.ts';
import { allRoutes } from '../roles/api-role.ts';
import { domains } from '#apps/domains.ts';
import { firstSignIn } from './first-sign-in.ts';
import { testHashCost } from '#domains/identity/password/hash-cost.fixture.ts';
import { sessionApi, userApi } from '#domains/identity/resources.ts';
import { createIdentity, ensureAdmin, ensureBuiltIns } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { createInvoiceService, createPaymentProviders, NO_INVOICE_SERVICE } from '#domains/money/server.ts';
import { createBell, createFileStores } from '#domains/system/server.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { mountLive } from '#kit/server/live/live-server.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Route } from '#kit/server/context/route.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer } from '#kit/test/server.ts';
import { standingDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import type { TestServer } from '#kit/test/server.ts';
import { createCallEndpoint, inParallel, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint } from '#kit/test/nouns/call-endpoint.ts';
import { ownerAt, ownersOf, markOf } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { INITIAL_PASSWORD, PASSWORD } from '#kit/test/nouns/row-makers.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { rowMakerOf, rowMakers } from './nouns.ts';
import { readDescription } from './described.ts';
import type { Description } from './described.ts';
import type { Scope } from './rows.ts';

/** A signed-in user with every right, so that only the scope separates users. */
export interface Person {
  readonly name: 'platform' | 'tenant' | 'agent' | 'station' | 'customer';
  /** The token of a real session, marked so that it holds every right. */
  readonly token: string;
  readonly scope: Scope;
}

/** The whole program with a database of its own: two tenants, each with two agents of two stations, and a row of every noun at each. */
export interface ServerTestbed extends Builder {
  readonly server: TestServer;
  readonly database: TestDatabase;
  readonly routes: readonly Route[];
  readonly resources: readonly AnyResource[];
  readonly ask: CallEndpoint;
  readonly people: readonly Person[];
  readonly person: (name: Person['name']) => Person;
  /** The master key that its secrets are encrypted with, in hexadecimal. */
  readonly secret: string;
  readonly close: () => Promise<void>;
}

/** The tenant, agent and station to which the test users belong. */
export const HOME = { tenant: 1, agent: 1, station: 1 } as const satisfies Owner;

/** What the programs that use copies of the test data need to know about it. */
interface StoredTestbed {
  /** The master key of stored secrets. */
  readonly secret: string;
  readonly admin: string;
  readonly memory: BuilderMemory;
  readonly people: readonly Person[];
}

/** A program with a copy of the test data, which is created once in a test run. */
export const startServerTestbed = async (): Promise<ServerTestbed> => {
  const { database, data } = await standingDatabase('world', createTestData);
  // The sessions were begun at the start of the run; a long run would outlast the time for which a sign-in proves who somebody is.
  await database.asSuperuser(`update sys_session set proved_at = now() + interval '1 hour'`);
  const program = await startProgram(database, data.secret);
  const builder = builderOf(database, program.ask, data);
  return {
    ...builder,
    ...program,
    people: data.people,
    secret: data.secret,
    resources: program.server.registry.features.flatMap((feature) => feature.resource ?? []),
    person: (name) => data.people.find((person) => person.name === name) ?? fail(`nobody is called ${name}`),
  };
};

export interface DescribedTestbed extends ServerTestbed {
  readonly description: Description;
}

/** A program in which every request and answer is compared with its own OpenAPI description. */
export const startDescribedTestbed = async (): Promise<DescribedTestbed> => {
  const world = await startServerTestbed();
  const description = await readDescription(world);
  return { ...world, description, ask: createCallEndpoint(world.server.url, 'en-US', description.note) };
};

const createTestData = async (database: TestDatabase): Promise<StoredTestbed> => {
  const secret = randomBytes(32).toString('hex');
  // The data remains when the program that creates it ends.
  const program = await startProgram({ ...database, close: () => Promise.resolve() }, secret);
  await ensureDays(database);
  await ensureBuiltIns(database, program.server.registry);
  await ensureAdmin(database, { password: PASSWORD, hashCost: testHashCost });
  await spreadKeys(database);
  const admin = await signIn(program.ask, 'admin');
  const roles = await database.asSuperuser<{ id: string; role_code: string }>('select id::text, role_code from sys_role where built_in = 1');
  const memory: BuilderMemory = {
    keys: {},
    staff: {},
    counts: {},
    count: 10_000,
    roles: Object.fromEntries(roles.map(({ id, role_code: code }) => [code, id])),
  };
  const builder = builderOf(database, program.ask, { admin, memory });
  await build(builder, memory);
  const people = await signInPeople(builder, program.ask);
  await program.close();
  return { secret, admin, memory, people };
};

type Program = Pick<ServerTestbed, 'server' | 'database' | 'routes' | 'ask' | 'close'>;

const startProgram = async (database: TestDatabase, secret: string): Promise<Program> => {
  const made: { identity?: Identity; routes?: readonly Route[] } = {};
  const clock = (): Date => new Date();
  const tickets = createTickets(clock);
  const folder = temporaryFolder('files');
  const stores = createFileStores({ folder, s3: undefined });
  const find = async (token: string, client: Client = node): Promise<Viewer | undefined> =>
    authenticate(made.identity, { token, client }, server.registry.permissions);
  const server: TestServer = await startTestServer({
    domains,
    database,
    apiFacts,
    routes: (_database, features) => {
      made.identity = createIdentity({ database, features, clock, hashCost: testHashCost });
      const secrets = createSecrets([Buffer.from(secret, 'hex')]);
      const bell = createBell({ database, clock, bus: database.bus });
      made.routes = allRoutes(
        {
          identity: made.identity,
          secrets,
          live: { publish: () => undefined },
          database,
          clock,
          auditDir: folder,
          bell,
          stores,
          spoolFolder: folder,
          payments: createPaymentProviders({ transport: () => Promise.resolve('no provider') }),
          invoices: createInvoiceService({ origin: () => NO_INVOICE_SERVICE }),
          delivery: { egress: createEgress(), providers: {}, publicUrl: undefined },
        },
        tickets,
      );
      return made.routes;
    },
    authenticate: find,
  });
  const { registry } = server;
  const live = mountLive(server.http, { database, registry, clock, hub: createHub(), tickets, peek: find, topics: liveTopics });
  return {
    server,
    database,
    ask: createCallEndpoint(server.url),
    routes: made.routes ?? [],
    close: async () => {
      await live.close();
      made.identity?.close();
      await server.close();
    },
  };
};

export const fail = (message: string): never => {
  throw new Error(message);
};

type Client = Parameters<Identity['authenticate']>[1];
/** The callers of the program. */
const node: Client = { ip: '', userAgent: 'node' };

/** `token*` holds every right, `token!code` every right but one, because the rights of roles are not tested here. */
const authenticate = async (
  identity: Identity | undefined,
  { token, client }: { readonly token: string; readonly client: Client },
  allCodes: readonly string[],
): Promise<Viewer | undefined> => {
  const [, session = '', mark, code] = /^([^*!]*)([*!]?)(.*)$/.exec(token) ?? [];
  const viewer = await identity?.authenticate(session, client);
  return viewer && mark ? { ...viewer, permissions: mark === '*' ? new Set(['*']) : new Set(allCodes.filter((each) => each !== code)) } : viewer;
};

/** The keys of each table begin far from those of all other tables, so that a key in an answer identifies its table. */
const spreadKeys = async (database: TestDatabase): Promise<void> => {
  await database.asSuperuser(`do $$
    declare each record; n bigint := 0;
    begin
      for each in select a.attrelid::regclass as t, a.attname as c from pg_attribute a join pg_class r on r.oid = a.attrelid
        where a.attidentity <> '' and a.atttypid = 'int8'::regtype and r.relkind in ('r', 'p') and not r.relispartition order by 1 loop
        n := n + 1;
        execute format('alter table %s alter column %I restart with %s', each.t, each.c, 7300000000000 + n * 1000000);
      end loop;
      for each in select seqrelid::regclass as t from pg_sequence
        where seqtypid = 'int8'::regtype and not exists (select from pg_depend d where d.objid = seqrelid and d.deptype = 'i') order by 1 loop
        n := n + 1;
        execute format('alter sequence %s restart with %s', each.t, 7300000000000 + n * 1000000);
      end loop;
    end $$`);
};

const signIn = async (ask: CallEndpoint, username: string): Promise<string> =>
  textAt(resultOf(await ask('', sessionApi.login, { username, password: PASSWORD }), username), 'token');

/** The rows that a builder has made. */
interface BuilderMemory {
  /** By noun and owner. */
  readonly keys: Record<string, string>;
  /** Sessions of the staff, by tenant. */
  readonly staff: Record<string, string>;
  readonly counts: Record<string, number>;
  count: number;
  readonly roles: Readonly<Record<string, string>>;
}

const builderOf = (database: TestDatabase, ask: CallEndpoint, { admin, memory }: Pick<StoredTestbed, 'admin' | 'memory'>): Builder => {
  const hired = new Map(Object.entries(memory.staff).map(([at, token]) => [at, Promise.resolve(token)]));
  const builder: Builder = {
    database,
    next: () => (memory.count += 1),
    nextOf: (name) => (memory.counts[name] = (memory.counts[name] ?? 0) + 1),
    builtInRole: (code) => memory.roles[code] ?? fail(`no role ${code}`),
    ok: async (endpoint, input) => resultOf(await ask(admin, endpoint, input), `${endpoint.path} ${JSON.stringify(input)}`),
    okAsStaff: async (owner, endpoint, input) => {
      const at = markOf(ownerAt(owner, 'tenant'));
      const token =
        hired.get(at) ?? hire(builder, ask, { name: `staff-${at}`, role: 'tenantAdmin', place: { tenantId: builder.key('tenant', owner) } });
      hired.set(at, token);
      memory.staff[at] = await token;
      return resultOf(await ask(await token, endpoint, input), endpoint.path);
    },
    key: (noun, owner) => memory.keys[`${noun} ${markOf(ownerAt(owner, rowMakerOf(noun).level))}`] ?? fail(`no ${noun} at ${markOf(owner)}`),
    make: (noun, owner) => rowMakerOf(noun).make(builder, owner),
  };
  return builder;
};

/** Creates the rows of every noun for every owner, in the order in which the nouns need each other. */
const build = async (builder: Builder, { keys }: BuilderMemory): Promise<void> => {
  for (const [noun, maker] of Object.entries(rowMakers))
    await inParallel(ownersOf(maker.level), async (owner) => (keys[`${noun} ${markOf(owner)}`] = await maker.make(builder, owner)), 4);
};

/** Creates an account and signs in to it. */
const hire = async (
  builder: Pick<Builder, 'ok' | 'builtInRole'>,
  ask: CallEndpoint,
  post: { readonly name: string; readonly role: string; readonly place: Readonly<Record<string, unknown>> },
): Promise<string> => {
  const username = post.name.toLowerCase();
  await builder.ok(userApi.add, { username, realname: post.name, password: INITIAL_PASSWORD, roleId: builder.builtInRole(post.role), ...post.place });
  await firstSignIn((endpoint, input) => ask('', endpoint, input), { username, initial: INITIAL_PASSWORD, chosen: PASSWORD });
  return signIn(ask, username);
};

/** The four viewers and the big customer, all of the first owner. */
const signInPeople = async (builder: Builder, ask: CallEndpoint): Promise<readonly Person[]> => {
  const [tenantId, agentId, stationId, custId] = [
    builder.key('tenant', HOME),
    builder.key('agent', HOME),
    builder.key('station', HOME),
    builder.key('customer', HOME),
  ];
  const wide = { tenant: [tenantId], agent: 'all', station: 'all', customer: 'all' } as const;
  const posts = [
    { name: 'tenant', role: 'tenantAdmin', place: { tenantId }, scope: wide },
    { name: 'agent', role: 'agentManager', place: { tenantId, agentId }, scope: { ...wide, agent: [agentId] } },
    {
      name: 'station',
      role: 'stationManager',
      place: { tenantId, agentId, stationIds: [{ stationId }] },
      scope: { ...wide, agent: [agentId], station: [stationId] },
    },
    { name: 'customer', role: 'bigCustomer', place: { tenantId, custId }, scope: { ...wide, customer: [custId] } },
  ] as const;
  const platform: Person = {
    name: 'platform',
    token: `${await signIn(ask, 'admin')}*`,
    scope: { tenant: 'all', agent: 'all', station: 'all', customer: 'all' },
  };
  const others = await inParallel(
    posts,
    async ({ name, role, place, scope }): Promise<Person> => ({
      name,
      scope,
      token: `${await hire(builder, ask, { name: `viewer-${name}`, role, place })}*`,
    }),
    2,
  );
  return [platform, ...others];
};
