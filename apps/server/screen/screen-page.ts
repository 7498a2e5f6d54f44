import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { SCREEN_PATH } from '#domains/insight/resources.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { chunkOf } from '../static/manifest.ts';
import { KEPT_FOR_EVER, serveFiles } from '../static/serve-files.ts';

/** The path of the page and its files; apps/screen/vite.config.ts names it too. */
const FILES = '/screen/';
const BUILD_LETTERS = 12;

const rootOf = (): string => fileURLToPath(new URL('./screen', import.meta.url));

/** Names the build of the page; empty without one. Pages on walls load themselves anew when it changes. */
export const screenBuild = (): string => {
  const manifest = path.join(rootOf(), '.vite/manifest.json');
  return existsSync(manifest) ? createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, BUILD_LETTERS) : '';
};

/** Serves the page of big screens. It reads by a key that its address has behind `#`, so everybody may load the page itself. */
export const serveScreenPage = async (app: FastifyInstance): Promise<void> => {
  const root = rootOf();
  const file = path.join(root, '.vite/manifest.json');
  if (!existsSync(file)) return;
  const document = documentOf(readFileSync(file, 'utf8'));
  await serveFiles(app, {
    root: path.join(root, 'assets'),
    prefix: `${FILES}assets/`,
    setHeaders: (reply) => void reply.headers(KEPT_FOR_EVER),
  });
  app.get(FILES, (_request, reply) => reply.headers(GUARDS).type('text/html; charset=utf-8').send(document));
};

const documentOf = (manifest: string): string => {
  const { file, css, imports } = chunkOf(manifest, 'main.tsx');
  return [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="dark"><title>ChargeOps</title>',
    ...css.map((style) => `<link rel="stylesheet" href="${FILES}${style}">`),
    ...imports.map((script) => `<link rel="modulepreload" href="${FILES}${script}">`),
    `<link rel="icon" type="image/svg+xml" href="/mark.svg"><script type="module" src="${FILES}${file}"></script></head>`,
    `<body><div id="root" data-api="${BASE_PATH}${SCREEN_PATH}"></div></body></html>`,
  ].join('');
};

/** Nothing but our own scripts runs, and no address leaves with a request. The page stands alone, so that its browser lets it measure its memory. */
const GUARDS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
};
