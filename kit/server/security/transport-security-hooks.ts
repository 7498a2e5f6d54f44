import { Readable } from 'node:stream';
import { text as streamText } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CipherContext, CipherChannel } from '#kit/cipher/body-cipher.ts';
import { KEY_HEADER, REFUSAL_HEADER, SEALED_HEADER } from '#kit/cipher/headers.ts';
import type { Database } from '#kit/db/index.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { parseJson } from '../values/parse-json.ts';
import { claimNonce } from './nonces.ts';
import { kitRefusals } from '../refusals.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { isFresh, isSignedPath, signProblem, STAMP_WINDOW_MS } from './signing.ts';
import type { TransportSecurity } from './transport-security.ts';

interface HookDeps {
  readonly transportSecurity: TransportSecurity;
  readonly database: Database;
  readonly clock: () => Date;
}

/** A timestamp is accepted from one window before to one window after now, so nonces are stored for both. */
const KEPT_MS = 2 * STAMP_WINDOW_MS;

/** The text of each JSON body as it was signed. */
export type BodyTexts = WeakMap<FastifyRequest, string>;

/** Decrypts request bodies, checks signatures where they are required, and encrypts answers. */
export const addTransportSecurityHooks = (app: FastifyInstance, bodies: BodyTexts, deps: HookDeps): void => {
  const channels = new WeakMap<FastifyRequest, CipherChannel>();
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(BASE_PATH)) return;
    const ticket = headerOf(request, KEY_HEADER);
    if (ticket) channels.set(request, await deps.transportSecurity.channelOf(ticket));
    await openBody(request, bodies, { deps, channel: channels.get(request) });
    const problem = await signProblemOf(request, bodies, deps);
    if (problem) refuseSign(problem, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const channel = channels.get(request);
    const isJson = String(reply.getHeader('content-type') ?? '').includes('json');
    const text = channel && isJson ? await textOfPayload(payload) : undefined;
    if (!channel || text === undefined) return payload;
    void reply.header(SEALED_HEADER, '1').removeHeader('content-length');
    return JSON.stringify({ encData: await channel.seal(text, cipherContextOf(request, 'response')) });
  });
};

/** A streamed answer is encrypted as a whole as well. */
const textOfPayload = async (payload: unknown): Promise<string | undefined> => {
  if (payload instanceof Readable) return streamText(payload);
  return typeof payload === 'string' ? payload : undefined;
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const cipherContextOf = (request: FastifyRequest, direction: CipherContext['direction']): CipherContext => ({
  direction,
  method: request.method,
  url: request.url,
  timestamp: headerOf(request, 'x-timestamp') ?? '',
});

const badBody = (): never => throwRefusal(kitRefusals, 'encryptionBad', {}, { status: 400 });

const openBody = async (
  request: FastifyRequest,
  bodies: BodyTexts,
  { deps, channel }: { readonly deps: HookDeps; readonly channel: CipherChannel | undefined },
): Promise<void> => {
  const text = bodies.get(request);
  if (text === undefined || !deps.transportSecurity.needsCipher) return;
  if (!channel) return throwRefusal(kitRefusals, 'encryptionNeeded', {}, { status: 400 });
  const sealed = (request.body as { readonly encData?: unknown } | undefined)?.encData; // fastify parsed some JSON
  const now = deps.clock();
  if (typeof sealed !== 'string' || !isFresh(headerOf(request, 'x-timestamp'), now)) return badBody();
  const opened = (await channel.open(sealed, cipherContextOf(request, 'request'))) ?? badBody();
  // A repeated initialisation vector means a repeated message.
  if (!(await claimNonce(deps.database, `iv ${opened.iv}`, { now, keptMs: KEPT_MS }))) return badBody();
  bodies.set(request, opened.text);
  request.body = openedJson(opened.text);
};

const openedJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return badBody();
  }
};

/** Why the signature of a request is invalid, on a path where it is checked. */
const signProblemOf = async (
  request: FastifyRequest,
  bodies: BodyTexts,
  { transportSecurity, database, clock }: HookDeps,
): Promise<string | undefined> => {
  const path = pathOf(request);
  if (path === transportSecurityApi.config.path || !isSignedPath(transportSecurity.signing, path)) return undefined;
  const [sign, stamp, now] = [headerOf(request, 'x-sign'), headerOf(request, 'x-timestamp'), clock()];
  const signedRequest = { path, query: request.query as Readonly<Record<string, unknown>>, body: bodies.get(request) }; // fastify parsed a query
  return (
    signProblem({ request: signedRequest, sign, stamp }, { secret: transportSecurity.signing.secret, now }) ??
    ((await claimNonce(database, `sign ${sign} ${stamp} ${headerOf(request, 'x-access-token') ?? ''}`, { now, keptMs: KEPT_MS }))
      ? undefined
      : 'replayed')
  );
};

const pathOf = (request: FastifyRequest): string => request.url.slice(BASE_PATH.length).split('?')[0] ?? '';

/** The failure is sent in the envelope with HTTP 200: clients of the product family take a 401 for the end of the session and sign out. */
const refuseSign = (problem: string, request: FastifyRequest, reply: FastifyReply): never => {
  request.log.warn({ path: pathOf(request), problem, ip: request.ip }, 'a signature does not hold');
  void reply.header(REFUSAL_HEADER, 'badSign' satisfies keyof typeof kitRefusals);
  return throwRefusal(kitRefusals, 'badSign');
};
