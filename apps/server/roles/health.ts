import type { FastifyInstance } from 'fastify';
import type { DatabaseGate } from '#kit/db/connections/gated-pool.ts';

/** The health answer for a supervisor or a load balancer. */
export interface Health {
  readonly status: 200 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const ALIVE = '/livez';
export const READY = '/readyz';

/**
 * `/livez`: the process runs and answers; without an answer, restart it. `/readyz`: it can work because its database answers;
 * otherwise send it no requests for now. Neither queries the database, so both are cheap.
 */
export const healthOf = (path: string | undefined, gate: DatabaseGate): Health | undefined => {
  if (path === ALIVE) return answer(200, { status: 'live' });
  if (path !== READY) return undefined;
  return gate.isOpen ? answer(200, { status: 'ready' }) : answer(503, { status: 'not ready', reason: 'the database does not answer' });
};

const answer = (status: Health['status'], body: Readonly<Record<string, string>>): Health => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '5' }) },
  body: JSON.stringify(body),
});

export const serveHealth = (app: FastifyInstance, gate: DatabaseGate): void => {
  for (const path of [ALIVE, READY])
    app.get(path, (_request, reply) => {
      const health = healthOf(path, gate);
      return health && reply.code(health.status).headers(health.headers).send(health.body);
    });
};
