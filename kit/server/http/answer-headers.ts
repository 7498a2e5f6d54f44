import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '#kit/resource/base-path.ts';

/** An answer is data: a browser that opens one by itself shows it and runs nothing of it. */
export const DATA_ONLY = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox" };

/** A browser that has come over TLS comes over nothing else for a year. Whether it has, a proxy says that is trusted (`X-Forwarded-Proto`). */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** What stands on the answers of the API, and over TLS on all. The files of the client have a policy of their own. */
export const guardAnswers = (app: FastifyInstance): void =>
  void app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') void reply.headers(TLS_ONLY);
    if (request.url.startsWith(BASE_PATH)) void reply.headers(DATA_ONLY);
  });
