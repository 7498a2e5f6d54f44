import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { BASE_PATH, USUAL_BASE_PATH } from '#kit/resource/base-path.ts';
import { KEPT_FOR_EVER, serveFiles } from '../static/serve-files.ts';

/** The Content-Security-Policy of our pages. Inline styles are allowed because the component library writes them at run time. */
const policyOf = (frameOrigins: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // 'self' includes WebSockets to the page's own host.
    "connect-src 'self'",
    ["frame-src 'self'", ...frameOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the built, precompressed client beside the API with a strict policy. False when there is no build. */
export const serveWebClient = async (app: FastifyInstance, frameOrigins: readonly string[]): Promise<boolean> => {
  const root = fileURLToPath(new URL('./web', import.meta.url));
  if (!existsSync(root)) return false;
  const policy = policyOf(frameOrigins);
  if (BASE_PATH !== USUAL_BASE_PATH) await insertBasePath(app, { root, policy });
  await serveFiles(app, {
    root,
    prefix: '/',
    setHeaders: (reply, file) => {
      void reply.headers(guards(policy));
      // Asset names contain a hash of their content, so they may be cached for ever.
      void reply.header('cache-control', file.includes('/assets/') ? KEPT_FOR_EVER['cache-control'] : 'no-cache');
    },
  });
  return true;
};

/** Adds a first script that gives the page the API's base path before any other script runs. */
const insertBasePath = async (app: FastifyInstance, { root, policy }: { readonly root: string; readonly policy: string }): Promise<void> => {
  const page = (await readFile(path.join(root, 'index.html'), 'utf8')).replace('<head>', '<head><script src="./base-path.js"></script>');
  const script = `globalThis.CHARGEOPS_BASE_PATH = ${JSON.stringify(BASE_PATH)};`;
  const answers = { '/': ['text/html', page], '/index.html': ['text/html', page], '/base-path.js': ['text/javascript', script] } as const;
  for (const [url, [type, body]] of Object.entries(answers))
    app.get(url, (_request, reply) =>
      reply.headers({ ...guards(policy), 'cache-control': 'no-cache', 'content-type': `${type}; charset=utf-8` }).send(body),
    );
};

const guards = (policy: string) => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
});
