import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, preferredLanguage } from '#apps/driver/language.ts';
import type { PageStart, RenderFirstHtml } from '#apps/driver/rendering.ts';
import { KEPT_FOR_EVER, serveFiles } from '../static/serve-files.ts';
import { documentOf, scriptsOf } from './document.ts';
import type { PageScripts } from './document.ts';
import { DRIVER_API, gunAnswer } from './gun-answer.ts';

const NUMBER = /^\d{1,2}$/u;
/** The path of the files of the page; apps/driver/vite.config.ts names it too. */
const FILES = '/driver/';

interface DriverPages {
  readonly app: FastifyInstance;
  readonly render: RenderFirstHtml;
  readonly scripts: PageScripts;
}

/** Serves the pages that drivers open by a QR code or a link, with their first HTML already rendered. False when there is no build. */
export const serveDriverPages = async (app: FastifyInstance): Promise<boolean> => {
  const root = fileURLToPath(new URL('./driver', import.meta.url));
  const program = new URL('./driver-page.js', import.meta.url);
  if (!existsSync(root) || !existsSync(program)) return false;
  const module: unknown = await import(program.href);
  if (!isRenderer(module)) throw new Error(`${program.pathname} renders no page`);
  const scripts = scriptsOf(await readFile(path.join(root, '.vite/manifest.json'), 'utf8'), FILES);
  const pages = { app, render: module.renderFirstHtml, scripts };
  await serveFiles(app, {
    root: path.join(root, 'assets'),
    prefix: `${FILES}assets/`,
    setHeaders: (reply) => void reply.headers(KEPT_FOR_EVER),
  });
  app.get<{ Params: { label: string; gun: string } }>('/q/:label/:gun', async (request, reply) => {
    const { label, gun } = request.params;
    const asked = NUMBER.test(gun) ? await gunAnswer(app, request, { label, gun }) : { answer: null, code: 'driver.labelInvalid' };
    return sendPage(pages, { request, reply, page: { kind: 'gun', label, gunNo: Number(gun) || 0, ...asked } });
  });
  app.get<{ Params: { orderNo: string } }>('/o/:orderNo', (request, reply) =>
    sendPage(pages, { request, reply, page: { kind: 'order', orderNo: request.params.orderNo } }),
  );
  app.get('/me', (request, reply) => sendPage(pages, { request, reply, page: { kind: 'account' } }));
  return true;
};

const isRenderer = (module: unknown): module is { readonly renderFirstHtml: RenderFirstHtml } =>
  typeof module === 'object' && module !== null && 'renderFirstHtml' in module && typeof module.renderFirstHtml === 'function';

interface PageRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly page: PageStart['page'];
}

const sendPage = async ({ render, scripts }: DriverPages, { request, reply, page }: PageRequest): Promise<FastifyReply> => {
  const { lang } = typeof request.query === 'object' && request.query !== null && 'lang' in request.query ? request.query : { lang: undefined };
  const language = isLanguage(lang) ? lang : preferredLanguage(request.headers['accept-language']);
  const start: PageStart = { language, host: request.host, nowMs: Date.now(), api: DRIVER_API, page };
  const text = documentOf(start, { ...render(start), scripts });
  const isInvalid = page.kind === 'gun' && page.answer === null;
  const acceptsBrotli = /\bbr\b/u.test(request.headers['accept-encoding'] ?? '');
  return reply
    .code(isInvalid ? 404 : 200)
    .headers({ ...guards(page), ...(acceptsBrotli && { 'content-encoding': 'br' }) })
    .type('text/html; charset=utf-8')
    .send(acceptsBrotli ? await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : text);
};

const compress = promisify(brotliCompress);
/** A page of ten kilobytes takes less than a millisecond. */
const BROTLI_QUALITY = 5;

/** The provider of cards wants its script, its frames and its calls on the page where a card is typed. */
const STRIPE = {
  script: 'https://js.stripe.com',
  frame: 'https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
} as const;

/** No address of a page leaves with a request, because it opens a charge; nothing but our own scripts runs, and Stripe's where a card may pay. */
const guards = (page: PageStart['page']) => {
  const mayPayByCard = page.kind !== 'gun' || page.answer?.pay.ways.includes('stripe') === true;
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${mayPayByCard ? ` ${STRIPE.script}` : ''}`,
      "style-src 'self'",
      "img-src 'self' data: blob:",
      `connect-src 'self'${mayPayByCard ? ` ${STRIPE.connect}` : ''}`,
      ...(mayPayByCard ? [`frame-src ${STRIPE.frame}`] : []),
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    vary: 'accept-language, accept-encoding',
  };
};
