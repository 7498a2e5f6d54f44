import type { FastifyInstance } from 'fastify';
import { BASE_PATH } from '#kit/resource/base-path.ts';

/** Answers are data: a browser that opens one directly must not run anything in it. */
export const DATA_ONLY = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox" };

/** After a connection over TLS, a browser uses only TLS for a year. A trusted proxy reports TLS in `X-Forwarded-Proto`. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** Sets the security headers on the answers of the API, and the TLS header on all answers. The files of the web client have their own policy. */
export const guardAnswers = (app: FastifyInstance): void =>
  void app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') void reply.headers(TLS_ONLY);
    if (request.url.startsWith(BASE_PATH)) void reply.headers(DATA_ONLY);
  });
