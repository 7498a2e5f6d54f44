import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** What a page of ours may load and do. Styles are inline because the component library writes them at run time. */
const policyOf = (frameOrigins: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' ws: wss:",
    ["frame-src 'self'", ...frameOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the built client beside the API, precompressed, with a strict policy. False when there is no build. */
export const serveWebClient = async (app: FastifyInstance, frameOrigins: readonly string[]): Promise<boolean> => {
  const root = fileURLToPath(new URL('./web', import.meta.url));
  if (!existsSync(root)) return false;
  const policy = policyOf(frameOrigins);
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('content-security-policy', policy);
      void reply.header('x-content-type-options', 'nosniff');
      void reply.header('referrer-policy', 'same-origin');
      // Names of assets carry a hash of their content.
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return true;
};
