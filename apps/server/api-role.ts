import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Identity } from '#domains/identity/server.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { deviceRoutes } from '#domains/device/server.ts';
import { tariffRoutes } from '#domains/tariff/server.ts';
import type { Bus } from '#kit/db/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { LivePublisher } from '#kit/server/deps.ts';
import { createHttp } from '#kit/server/http.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import type { Viewer } from '#kit/server/viewer.ts';
import type { Config } from './config.ts';
import { portOf } from './system.ts';
import { serveWebClient } from './web-client.ts';

export interface ApiParts {
  readonly database: Database;
  readonly registry: Registry;
  readonly identity: Identity;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly bus: Bus;
}

export interface ApiRole {
  readonly live: LivePublisher;
  listen(config: Config): Promise<number>;
  close(): Promise<void>;
}

/** Everything that browsers and partners reach. It exists without listening too: workers publish through it. */
export const createApi = async (parts: ApiParts): Promise<ApiRole> => {
  const { database, registry, identity, clock, log } = parts;
  const app: FastifyInstance = await createHttp(allRoutes(parts), { database, registry, clock, log, authenticate: identity.authenticate, nobody });
  await serveWebClient(app);
  return {
    live: { publish: () => undefined },
    listen: async (config) => {
      await app.listen({ host: config.host, port: config.port });
      return portOf(app.server.address());
    },
    close: () => app.close(),
  };
};

/** The routes of all domains, in the order of the street. */
const allRoutes = ({ identity }: ApiParts): readonly Route[] => [...identity.routes, ...networkRoutes, ...tariffRoutes, ...deviceRoutes];

/** Who asks without a session. */
const nobody: Viewer = {
  userId: '0', username: '', realname: '', roleLevel: 0, permissions: new Set(), language: 'en_US',
  sees: { tenant: [], agent: [], station: [], customer: [] },
};
