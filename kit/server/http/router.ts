import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#kit/fields/words.ts';
import type { Endpoint, FileAnswer, Method, MessageAnswer } from '#kit/resource/endpoint.ts';
import { isAudited } from '#kit/resource/log-titles.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import { encode } from '../values/encode-row.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { withContext, withoutTransaction } from '../rows/with-context.ts';
import type { Context, ContextDeps, ListQuery } from '../context/context.ts';
import { limitAnswer, limitInput } from '../rights/field-limits.ts';
import { markAuthenticated } from '#kit/server/connections/connection-bounds.ts';
import { succeed } from './envelope.ts';
import { answerFailure, failureKind, reasonOf } from './failure.ts';
import { requireKey, runIdempotent } from './idempotency.ts';
import { readInput } from './input.ts';
import { limitPageSize } from './page-size.ts';
import { sendRows } from './send-rows.ts';
import type { Journal } from './journal.ts';
import { requireProof } from '../rights/step-up.ts';
import { readListQuery } from '../lists/list-query.ts';
import { isStreamed, mapRows } from '../values/row-stream.ts';
import { requireOwnMasks } from '../rights/personal-data.ts';
import { kitRefusals, kitWords } from '../refusals.ts';
import type { Extras, Route } from '../context/route.ts';
import type { Change } from '../context/change-trail.ts';
import { noUploads, readUploads } from '../files/uploads.ts';
import { hasPermission } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

export { BASE_PATH };
type RawInput = Readonly<Record<string, unknown>>;

export interface RouterOptions extends ContextDeps {
  /** The viewer of a token, or undefined when it is unknown, expired or revoked. */
  readonly authenticate: (token: string, request: { readonly ip: string; readonly userAgent: string }) => Promise<Viewer | undefined>;
  /** Why a token is good no longer, where that is known; its words go with the 401. */
  readonly signOutReason?: (token: string) => Promise<Refusal | undefined>;
  /** Who asks without a session: sees nothing, may nothing. */
  readonly anonymousViewer: Viewer;
  /** Keeps every act; without one nothing is kept. */
  readonly journal?: Journal;
  /** Where large uploads lie until they are answered; absent means the machine's temporary folder. */
  readonly spoolFolder?: string;
  /** Hears after a commit which rows it wrote. */
  readonly onRowsChanged?: (changes: readonly Change[]) => void;
}

/** Puts every endpoint on the wire: permission, input, transaction, answer, and the one place where a refusal becomes HTTP. */
export const mountRoutes = (app: FastifyInstance, routes: readonly Route[], options: RouterOptions): void => {
  const owners = ownersOf(options.registry.features);
  for (const route of routes) {
    const owner = owners.get(route.endpoint);
    const methods: Method[] = [route.endpoint.method, ...(route.endpoint.alsoMethod ? [route.endpoint.alsoMethod] : [])];
    app.route({
      method: methods,
      url: `${BASE_PATH}${route.endpoint.path}`,
      handler: (request, reply) => serve(route, { request, reply, options, owner }),
    });
  }
};

/** Which feature an endpoint is of, and its name there. */
interface EndpointOwner {
  readonly feature: Feature;
  readonly name: string;
}
const ownersOf = (features: readonly Feature[]): ReadonlyMap<Endpoint, EndpointOwner> =>
  new Map(features.flatMap((feature) => Object.entries(feature.api).map(([name, endpoint]) => [endpoint, { feature, name }] as const)));

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: RouterOptions;
  readonly owner: EndpointOwner | undefined;
}

/** What is known of a request so far, for the log of one that fails. */
interface RequestNotes {
  viewer?: Viewer;
  input: RawInput;
  readonly startedMs: number;
}

const serve = async (route: Route, exchange: Exchange): Promise<unknown> => {
  const { request, reply, options, owner } = exchange;
  const { endpoint } = route;
  const language = languageOf(headerOf(request, 'accept-language'));
  const notes: RequestNotes = { input: {}, startedMs: performance.now() };
  let uploads = noUploads;
  void reply.header('cache-control', 'no-store');
  // What was read in the session may lie in the browser's cache for a day.
  if (endpoint.signs === 'out') void reply.header('clear-site-data', '"cache"');
  try {
    const viewer = { ...(await viewerOf(endpoint, exchange, notes)), language };
    requireProof({ endpoint, viewer, now: options.clock(), input: rawInput(request), owner });
    uploads = await readUploads(request, endpoint, options.spoolFolder);
    const { files, spooled, fields } = uploads;
    const { raw, pageSizeLimit } = limitPageSize(endpoint, { ...rawInput(request), ...fields });
    notes.input = raw;
    const input = readInput(endpoint, raw, { viewer, registry: options.registry });
    notes.input = input;
    const listed = endpoint.listOf ?? endpoint.queryOf;
    const list = listed ? readListQuery(listed, raw, { registry: options.registry, viewer }) : emptyListQuery;
    const extras: Extras = { list, files, spooled, client: clientOf(request) };
    // An answer that streams keeps its transaction open until the last byte.
    const runHandler = endpoint.noTransaction ? withoutTransaction : withContext;
    return await runHandler(options, viewer, async (ctx) => {
      const answer = await perform(route, ctx, { input, raw, extras, request, noun: owner?.feature.resource, pageSizeLimit });
      ctx.afterCommit(() => ctx.trail.changes.length > 0 && options.onRowsChanged?.(ctx.trail.changes));
      await journalSuccess(exchange, endpoint, { notes, ctx, answer });
      if (endpoint.output.form === 'file') return sendFile(reply, answer as FileAnswer); // the output's form says so
      if (isStreamed(answer)) return sendRows(reply, answer, ctx.now.getTime());
      return endpoint.etag ? withEtag(exchange, answer) : answer;
    });
  } catch (error) {
    const trace = randomUUID().slice(0, 8);
    journalFailure(exchange, endpoint, { notes, error, trace });
    return answerFailure({ error, request, reply, atMs: options.clock().getTime(), trace, megabytesMax: 10 });
  } finally {
    await uploads.discard();
  }
};

const journalSuccess = async (
  exchange: Exchange,
  endpoint: Endpoint,
  success: { readonly notes: RequestNotes; readonly ctx: Context; readonly answer: unknown },
): Promise<void> => {
  const { owner, options, request } = exchange;
  if (!options.journal || !owner || !isAudited(endpoint)) return;
  const { notes, ctx, answer } = success;
  if (isPreview(notes.input)) return;
  const entry = { ...owner, endpoint, method: request.method, viewer: notes.viewer, input: notes.input, client: clientOf(request), at: ctx.now };
  await options.journal.recordSuccess(
    { ...entry, tookMs: performance.now() - notes.startedMs, outcome: 'done', answer, trail: ctx.trail },
    endpoint.noTransaction ? undefined : ctx.db,
  );
};

const journalFailure = (
  exchange: Exchange,
  endpoint: Endpoint,
  { notes, error, trace }: { readonly notes: RequestNotes; readonly error: unknown; readonly trace: string },
): void => {
  const { owner, options, request } = exchange;
  const refusal = error instanceof Refusal ? error : undefined;
  // Reads leave no trace, unless somebody wanted to read in the name of a tenant that is not theirs.
  const isJournaled = isAudited(endpoint) || refusal?.facts.code === 'foreignTenant';
  // Who is nobody leaves none, unless they wanted to become somebody.
  if (!options.journal || !owner || !isJournaled || (!notes.viewer && endpoint.signs !== 'in')) return;
  const kind = failureKind(error, request);
  options.journal.recordFailure({
    ...owner,
    endpoint,
    method: request.method,
    viewer: notes.viewer,
    input: notes.input,
    client: clientOf(request),
    at: options.clock(),
    tookMs: performance.now() - notes.startedMs,
    outcome: kind === 'failed' ? 'failed' : 'refused',
    reason: kind === 'left' ? kitRefusals.clientLeft : reasonOf(error, trace),
  });
};

/** A bulk verb that is performed and taken back, to show what it would do. */
const isPreview = (input: RawInput): boolean => input['preview'] === 1;

const emptyListQuery: ListQuery = { conditions: [], sort: { column: '', order: 'asc' }, pageNo: 1, pageSize: 1 };

const perform = async (
  route: Route,
  ctx: Context,
  call: {
    readonly input: RawInput;
    readonly raw: RawInput;
    readonly extras: Extras;
    readonly request: FastifyRequest;
    readonly noun: AnyResource | undefined;
    readonly pageSizeLimit: number | undefined;
  },
): Promise<unknown> => {
  const { endpoint } = route;
  const target = { endpoint, noun: call.noun };
  await requireOwnMasks(ctx, target, call.raw);
  const input = await limitInput(ctx, target, call.input);
  let message = call.pageSizeLimit === undefined ? '' : ctx.say(kitWords.pageCut, { max: call.pageSizeLimit });
  const answerCall = async (): Promise<unknown> => {
    const answer = await route.handle(ctx, input as never, call.extras); // readInput made it fit
    if (endpoint.output.form === 'withMessage') message = (answer as MessageAnswer<unknown>).message; // the output's form says so
    return encode(endpoint.output, answer, ctx.viewer.language);
  };
  if (endpoint.output.form === 'file') return route.handle(ctx, input as never, call.extras); // as above
  // A rehearsal has no effect that could happen twice.
  const answer =
    endpoint.idempotent && !isPreview(call.input)
      ? await runIdempotent(
          ctx,
          { key: requireKey(headerOf(call.request, 'idempotency-key')), route: endpoint.path, input: call.input, files: call.extras.files },
          answerCall,
        )
      : await answerCall();
  if (isStreamed(answer)) return mapRows(answer, (row) => limitAnswer(ctx.viewer, target, row));
  const wire = limitAnswer(ctx.viewer, target, answer);
  if (endpoint.output.form === 'bare') return wire;
  const imported = typeof wire === 'object' && wire !== null && 'errorCount' in wire && 'msg' in wire ? wire : undefined;
  const code = Number(imported?.errorCount ?? 0) > 0 ? 201 : 200;
  const text = endpoint.output.form === 'words' ? String(wire) : imported ? String(imported.msg) : message;
  return { ...succeed(wire, text, ctx.now.getTime()), code };
};

/** The signed-in viewer; refuses without a session, without the permission, or from another site. */
const viewerOf = async (endpoint: Endpoint, { request, options }: Exchange, notes: RequestNotes): Promise<Viewer> => {
  // A browser says where a request comes from; other programs say nothing, and have no session of a browser to borrow.
  if (endpoint.changes || request.method !== 'GET') refuseCrossSite(request);
  const client = clientOf(request);
  const needsViewer = endpoint.allow !== 'public' || endpoint.signs === 'out';
  const viewer = client.token && needsViewer ? await options.authenticate(client.token, client) : undefined;
  if (viewer) {
    notes.viewer = viewer;
    markAuthenticated(request.raw.socket);
  }
  if (endpoint.allow === 'public') return options.anonymousViewer;
  if (!viewer) throw (client.token && (await options.signOutReason?.(client.token))) || signedOut;
  if (endpoint.allow !== 'signedIn' && !hasPermission(viewer, endpoint.allow))
    return throwRefusal(kitRefusals, 'forbidden', { permission: endpoint.allow }, { status: 403, detail: { permission: endpoint.allow } });
  return narrowToTenant(viewer, headerOf(request, 'tenant-id'));
};

/** For what is no endpoint and yet for people with a session only. */
export const requireSession = async (request: FastifyRequest, { authenticate }: Pick<RouterOptions, 'authenticate'>): Promise<void> => {
  const client = clientOf(request);
  if (!client.token || !(await authenticate(client.token, client))) throw signedOut;
};

const signedOut = new Refusal({ code: 'signedOut', words: kitRefusals.signedOut, args: {}, status: 401 });

/** The `tenant-id` header narrows the viewer's scope; it never widens it. */
const narrowToTenant = (viewer: Viewer, tenantId: string | undefined): Viewer => {
  if (!tenantId || tenantId === '0') return viewer;
  const { tenant } = viewer.sees;
  if (!/^\d{1,18}$/.test(tenantId) || (tenant !== 'all' && !tenant.includes(tenantId)))
    return throwRefusal(kitRefusals, 'foreignTenant', {}, { status: 403 });
  return { ...viewer, sees: { ...viewer.sees, tenant: [tenantId] } };
};

const refuseCrossSite = (request: FastifyRequest): void => {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') throwRefusal(kitRefusals, 'crossSite', {}, { status: 403 });
};

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
const clientOf = (request: FastifyRequest): Extras['client'] => ({
  ip: request.ip,
  userAgent: headerOf(request, 'user-agent') ?? '',
  token: headerOf(request, 'x-access-token'),
});

/** Query, body and path parameters as one; the body wins over the query. */
const rawInput = (request: FastifyRequest): RawInput => {
  const body = request.body;
  if (Array.isArray(body)) throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
  return {
    ...(request.query as RawInput),
    ...(typeof body === 'object' && body !== null ? (body as RawInput) : {}),
    ...(request.params as RawInput),
  }; // fastify parsed them to plain objects
};

/** An answer with the mark of its result, or nothing when the browser has just that. */
const withEtag = ({ request, reply }: Exchange, answer: unknown): unknown => {
  const result = typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : null;
  const tag = `"${createHash('sha256').update(JSON.stringify(result)).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', tag).header('cache-control', 'private, no-cache');
  return headerOf(request, 'if-none-match')?.replace(/^W\//, '') === tag ? reply.code(304).send() : answer;
};

const sendFile = async (reply: FastifyReply, answer: FileAnswer): Promise<FastifyReply> => {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader('content-type', answer.contentType);
  reply.raw.setHeader('x-content-type-options', 'nosniff');
  if (answer.sizeBytes !== undefined) reply.raw.setHeader('content-length', answer.sizeBytes);
  if (answer.cacheSeconds !== undefined) reply.raw.setHeader('cache-control', `private, max-age=${answer.cacheSeconds}`);
  reply.raw.setHeader('content-disposition', `${answer.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(answer.name)}`);
  await pipeline(answer.body instanceof Uint8Array ? Readable.from([answer.body]) : Readable.from(answer.body), reply.raw);
  return reply;
};
