import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import type { Domain } from '#kit/resource/feature.ts';
import { createHttp } from '#kit/server/http/http.ts';
import type { ApiFacts } from '#kit/server/openapi/api-facts.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Route } from '#kit/server/context/route.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import type { RouterOptions } from '#kit/server/http/router.ts';
import type { TransportSecurity } from '#kit/server/security/transport-security.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { freshDatabase } from './database.ts';
import { idempotencyHeader } from './idempotency-key.ts';
import { sendRequest } from './send-request.ts';
import type { TestDatabase } from './database.ts';

/** An envelope with its HTTP status. */
export interface Answer<W = unknown> {
  readonly status: number;
  readonly success: boolean;
  readonly code: number;
  readonly message: string;
  readonly result: W;
}

export interface TestServer {
  readonly database: TestDatabase;
  readonly url: string;
  /** The listening server, for tests of upgrades. */
  readonly http: Server;
  readonly registry: Registry;
  /** Every route of the server: `GET /jeecg-boot/sys/dict/list`. */
  readonly mounted: readonly string[];
  /**
   * Calls an endpoint over HTTP as a viewer. Inputs of GET and DELETE are sent in the query, others as JSON. An idempotent endpoint gets a new key,
   * unless `headers` contain one.
   */
  call<E extends Endpoint>(
    viewer: Viewer | undefined,
    endpoint: E,
    input: WireInputOf<E> | Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<WireAnswerOf<E>>>;
  /** Calls and expects success; returns the result. */
  ok<E extends Endpoint>(viewer: Viewer, endpoint: E, input: WireInputOf<E> | Readonly<Record<string, unknown>>): Promise<WireAnswerOf<E>>;
  /** The raw answer, for files and uploads. */
  fetch(viewer: Viewer | undefined, path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

// oxlint-disable-next-line max-params -- a table of viewers reads better in one line each
const viewerOf = (name: string, roleLevel: number, sees: Viewer['sees'], permissions: readonly string[] = ['*']): Viewer => ({
  userId: String(1_000_000 + roleLevel),
  username: name,
  realname: name,
  roleLevel,
  sees,
  permissions: new Set(permissions),
  language: 'en_US',
});

/** The four viewers of every scope test, and the big customer. */
export const viewers = {
  platform: (): Viewer => viewerOf('platform', 999, { tenant: 'all', agent: 'all', station: 'all', customer: 'all' }),
  tenant: (tenantId: string): Viewer => viewerOf(`tenant-${tenantId}`, 100, { tenant: [tenantId], agent: 'all', station: 'all', customer: 'all' }),
  agent: (tenantId: string, agentId: string): Viewer =>
    viewerOf(`agent-${agentId}`, 90, { tenant: [tenantId], agent: [agentId], station: 'all', customer: 'all' }),
  station: (ids: { readonly tenantId: string; readonly agentId: string; readonly stationId: string }): Viewer =>
    viewerOf(`station-${ids.stationId}`, 80, { tenant: [ids.tenantId], agent: [ids.agentId], station: [ids.stationId], customer: 'all' }),
  customer: (tenantId: string, custId: string): Viewer =>
    viewerOf(`customer-${custId}`, 70, { tenant: [tenantId], agent: 'all', station: 'all', customer: [custId] }),
  /** The same viewer with fewer permissions. */
  limited: (viewer: Viewer, permissions: readonly string[]): Viewer => ({
    ...viewer,
    username: `${viewer.username}!`,
    permissions: new Set(permissions),
  }),
};

/** A real HTTP server on a database of its own. The token of a viewer is issued by this server. */
export const startTestServer = async (parts: {
  readonly domains: readonly Domain[];
  /** An existing database, which is closed with the server; by default a fresh one. */
  readonly database?: TestDatabase;
  readonly routes: readonly Route[] | ((database: TestDatabase, registry: Registry) => readonly Route[]);
  /** Finds the viewers of tokens that this server did not issue. */
  readonly authenticate?: RouterOptions['authenticate'];
  readonly endingOf?: NonNullable<RouterOptions['signOutReason']>;
  /** Checks signatures and encrypts bodies. */
  readonly wire?: TransportSecurity;
  /** Facts from the sources for the API description. */
  readonly apiFacts?: ApiFacts;
  readonly log?: Logger;
  /** The time of the product; by default that of the machine. */
  readonly clock?: () => Date;
  readonly onRowsChanged?: NonNullable<RouterOptions['onRowsChanged']> | undefined;
  readonly spoolFolder?: string;
  /** Logs calls; without it nothing is logged. */
  readonly journal?: (database: TestDatabase, registry: Registry) => NonNullable<RouterOptions['journal']>;
}): Promise<TestServer> => {
  const database = parts.database ?? (await freshDatabase());
  const registry = createRegistry(parts.domains);
  const viewersByToken = new Map<string, Viewer>();
  const mounted: string[] = [];
  const app = await createHttp(typeof parts.routes === 'function' ? parts.routes(database, registry) : parts.routes, {
    database,
    registry,
    clock: parts.clock ?? (() => new Date()),
    authenticate: async (token, client) => viewersByToken.get(token) ?? (await parts.authenticate?.(token, client)),
    ...(parts.endingOf && { signOutReason: parts.endingOf }),
    anonymousViewer,
    onMounted: (route) => void mounted.push(route),
    ...(parts.wire && { transportSecurity: parts.wire }),
    ...(parts.apiFacts && { apiFacts: parts.apiFacts }),
    ...(parts.log && { log: parts.log }),
    ...(parts.onRowsChanged && { onRowsChanged: parts.onRowsChanged }),
    ...(parts.spoolFolder !== undefined && { spoolFolder: parts.spoolFolder }),
    ...(parts.journal && { journal: parts.journal(database, registry) }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo; // a listening TCP server has an address
  const url = `http://127.0.0.1:${port}${BASE_PATH}`;

  const tokenOf = (viewer: Viewer): string => {
    viewersByToken.set(viewer.username, viewer);
    return viewer.username;
  };
  const headersAs = (viewer: Viewer | undefined, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    'user-agent': 'node',
    'accept-language': (viewer?.language ?? 'en_US').replace('_', '-'),
    ...(viewer && { 'x-access-token': tokenOf(viewer) }),
    ...more,
  });
  const fetchAs: TestServer['fetch'] = (viewer, path, init = {}) =>
    fetch(`${url}${path}`, { ...init, headers: headersAs(viewer, init.headers as Record<string, string>) }); // tests pass plain objects
  // oxlint-disable-next-line max-params -- as the interface says
  const call: TestServer['call'] = async (viewer, endpoint, input, headers = {}) => {
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
    const entries = Object.entries(input as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined && value !== null); // wire inputs are objects
    const query = inQuery ? `?${new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()}` : '';
    const { status, bytes } = await sendRequest(`${url}${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: headersAs(viewer, { ...(!inQuery && { 'content-type': 'application/json' }), ...idempotencyHeader(endpoint), ...headers }),
      body: inQuery ? undefined : JSON.stringify(input),
    });
    return { ...(JSON.parse(bytes.toString()) as Omit<Answer<never>, 'status'>), status }; // the envelope is what is tested
  };
  return {
    database,
    url,
    http: app.server,
    registry,
    mounted,
    call,
    fetch: fetchAs,
    ok: async (viewer, endpoint, input) => {
      const answer = await call(viewer, endpoint, input);
      if (!answer.success)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.message} ${JSON.stringify(answer.result)}`);
      return answer.result;
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
};
