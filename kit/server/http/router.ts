import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
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
import { mountGated, passageOf } from './gate.ts';
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
import type {} from './request-config.ts';
import { leaveBodies, noUploads, readBody, readUploads } from '../files/uploads.ts';
import { hasPermission } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

export { BASE_PATH };
type RawInput = Readonly<Record<string, unknown>>;

export interface RouterOptions extends ContextDeps {
  /** Returns the viewer of a token, or undefined when the token is unknown, expired or revoked. */
  readonly authenticate: (token: string, request: { readonly ip: string; readonly userAgent: string }) => Promise<Viewer | undefined>;
  /** Why a token is no longer valid, if it is known. The 401 answer contains its text. */
  readonly signOutReason?: (token: string) => Promise<Refusal | undefined>;
  /** The viewer of requests without a session. */
  readonly anonymousViewer: Viewer;
  /** Logs audited calls; without it nothing is logged. */
  readonly journal?: Journal;
  /** The folder for large uploads while they are processed; by default the temporary folder of the machine. */
  readonly spoolFolder?: string;
  /** Receives the written rows after each commit. */
  readonly onRowsChanged?: (changes: readonly Change[]) => void;
}

/** Mounts all endpoints: permission check, input, transaction and answer. Refusals become HTTP answers only here. */
export const mountRoutes = (app: FastifyInstance, routes: readonly Route[], options: RouterOptions): void => {
  const owners = ownersOf(options.registry.features);
  for (const route of routes) {
    const owner = owners.get(route.endpoint);
    const methods: Method[] = [route.endpoint.method, ...(route.endpoint.alsoMethod ? [route.endpoint.alsoMethod] : [])];
    const mounted: RouteOptions = {
      method: methods,
      url: `${BASE_PATH}${route.endpoint.path}`,
      handler: (request, reply) => serve(route, { request, reply, options, owner }),
      config: { isUpload: route.endpoint.upload === 'stream', tellsProblems: route.endpoint.publicStatus !== undefined },
    };
    if (route.gate) mountGated(app, mounted, { endpoint: route.endpoint, gate: route.gate });
    else if (route.endpoint.upload !== 'stream') app.route(mounted);
    else
      void app.register(async (scope) => {
        leaveBodies(scope);
        scope.route(mounted);
      });
  }
};

/** The feature of an endpoint, and the endpoint's name in it. */
interface EndpointOwner {
  readonly feature: Feature;
  readonly name: string;
}
const ownersOf = (features: readonly Feature[]): ReadonlyMap<Endpoint, EndpointOwner> =>
  new Map(features.flatMap((feature) => Object.entries(feature.api).map(([name, endpoint]) => [endpoint, { feature, name }] as const)));

interface RequestExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: RouterOptions;
  readonly owner: EndpointOwner | undefined;
}

/** Facts about a request, collected for the log in case it fails. */
interface RequestNotes {
  viewer?: Viewer;
  input: RawInput;
  readonly startedMs: number;
}

const serve = async (route: Route, exchange: RequestExchange): Promise<unknown> => {
  const { request, reply, options, owner } = exchange;
  const { endpoint } = route;
  const language = languageOf(headerOf(request, 'accept-language'));
  const notes: RequestNotes = { input: {}, startedMs: performance.now() };
  let uploads = noUploads;
  void reply.header('cache-control', 'no-store');
  // Data that was read in the session may be in the browser's cache for up to a day.
  // A body that the handler refuses is not received to its end.
  if (endpoint.upload === 'stream') void reply.header('connection', 'close');
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
    const extras: Extras = {
      list,
      files,
      spooled,
      body: () => readBody(request),
      headerOf: (name) => headerOf(request, name),
      client: clientOf(request),
      setHeader: (name, value) => void reply.header(name, value),
      passage: passageOf(request),
    };
    // A streamed answer keeps its transaction open until its last byte.
    const runHandler = endpoint.noTransaction ? withoutTransaction : withContext;
    return await runHandler(options, viewer, async (ctx) => {
      const answer = await perform(route, ctx, { input, raw, extras, request, noun: owner?.feature.resource, pageSizeLimit });
      ctx.afterCommit(() => ctx.trail.changes.length > 0 && options.onRowsChanged?.(ctx.trail.changes));
      await journalSuccess(exchange, endpoint, { notes, ctx, answer });
      if (endpoint.output.form === 'file') return sendFile(reply, answer as FileAnswer); // the form of the output says so
      if (endpoint.publicStatus !== undefined) return reply.code(endpoint.publicStatus).send(answer);
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
  exchange: RequestExchange,
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
  exchange: RequestExchange,
  endpoint: Endpoint,
  { notes, error, trace }: { readonly notes: RequestNotes; readonly error: unknown; readonly trace: string },
): void => {
  const { owner, options, request } = exchange;
  const refusal = error instanceof Refusal ? error : undefined;
  // Reading calls are not logged, except attempts to read data of a foreign tenant.
  const isJournaled = isAudited(endpoint) || refusal?.facts.code === 'foreignTenant';
  // Calls without a session are not logged, except attempts to sign in.
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

/** A preview of a bulk verb, which is rolled back. */
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
    const answer = await route.handle(ctx, input as never, call.extras); // readInput has checked it
    if (endpoint.output.form === 'withMessage') message = (answer as MessageAnswer<unknown>).message; // the form of the output says so
    return encode(endpoint.output, answer, ctx.viewer.language);
  };
  if (endpoint.output.form === 'file') return route.handle(ctx, input as never, call.extras); // as above
  // A preview has no effect, so it needs no idempotency key. Where there is no transaction, the handler keeps the keys.
  const answer =
    endpoint.idempotent && !endpoint.noTransaction && !isPreview(call.input)
      ? await runIdempotent(
          ctx,
          { key: requireKey(headerOf(call.request, 'idempotency-key')), route: endpoint.path, input: call.input, files: call.extras.files },
          answerCall,
        )
      : await answerCall();
  if (isStreamed(answer)) return mapRows(answer, (row) => limitAnswer(ctx.viewer, target, row));
  const wire = limitAnswer(ctx.viewer, target, answer);
  if (endpoint.output.form === 'bare' || endpoint.publicStatus !== undefined) return wire;
  const imported = typeof wire === 'object' && wire !== null && 'errorCount' in wire && 'msg' in wire ? wire : undefined;
  const code = Number(imported?.errorCount ?? 0) > 0 ? 201 : 200;
  const text = endpoint.output.form === 'words' ? String(wire) : imported ? String(imported.msg) : message;
  return { ...succeed(wire, text, ctx.now.getTime()), code };
};

/** The signed-in viewer. Refuses a request without a session, without the permission, or from a foreign site. */
const viewerOf = async (endpoint: Endpoint, { request, options }: RequestExchange, notes: RequestNotes): Promise<Viewer> => {
  // Browsers report the origin of a request. Other programs do not, and cannot misuse a browser's session.
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

/** For paths outside the endpoints that still require a session. */
export const requireSession = async (request: FastifyRequest, { authenticate }: Pick<RouterOptions, 'authenticate'>): Promise<void> => {
  const client = clientOf(request);
  if (!client.token || !(await authenticate(client.token, client))) throw signedOut;
};

const signedOut = new Refusal({ code: 'signedOut', words: kitRefusals.signedOut, args: {}, status: 401 });

/** The `tenant-id` header restricts the viewer's scope to one tenant; it never widens it. */
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
  addressed: `${request.protocol}://${request.host}`,
  bearer: /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headerOf(request, 'authorization') ?? '')?.[1],
});

/** Merges query, body and path parameters; the body takes precedence over the query. */
const rawInput = (request: FastifyRequest): RawInput => {
  const body = request.body;
  if (Array.isArray(body)) throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
  return {
    ...(request.query as RawInput),
    ...(typeof body === 'object' && body !== null ? (body as RawInput) : {}),
    ...(request.params as RawInput),
  }; // fastify parsed them to plain objects
};

/** Adds the ETag of the result, or answers 304 when the browser already has this result. */
const withEtag = ({ request, reply }: RequestExchange, answer: unknown): unknown => {
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
