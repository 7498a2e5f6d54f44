import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#kit/db/index.ts';
import { isTimeout } from '#kit/db/transactions/retry.ts';
import { languageOf } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';
import { fail } from './envelope.ts';

/** A request that failed. */
export interface Failure {
  readonly error: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly atMs: number;
  /** Identifies an internal error in the log and in the answer. */
  readonly trace: string;
  /** The largest body that this endpoint accepts. */
  readonly megabytesMax: number;
  /** The address is one of a public API, although no route was found for it. */
  readonly isPublicApi?: boolean;
}

/** The kind of a failure: a refusal or an error of the client, an internal error, or a client that disconnected. */
export type FailureKind = 'refused' | 'failed' | 'left';

/** The product family's code for a verification that has to be repeated; in HTTP this number has another meaning. */
const VERIFY_AGAIN = 412;
/** The `Retry-After` of a request that failed because of the database. */
const RETRY_AFTER_S = 5;

/** Converts every error to an answer; no other code does. */
export const answerFailure = (failure: Failure): unknown => {
  const { error, request, reply, atMs, trace } = failure;
  const isClientGone = failureKind(error, request) === 'left';
  if (isClientGone || reply.raw.headersSent) {
    request.log[isClientGone ? 'debug' : 'error']({ err: error, trace }, 'the answer broke off');
    reply.raw.destroy();
    return reply;
  }
  const language = languageOf(request.headers['accept-language']);
  const refusal = refusalOf(failure);
  const { code, status, detail } = refusal.facts;
  logFailure(failure, code);
  if (code === 'databaseAway') void reply.header('retry-after', RETRY_AFTER_S);
  if (failure.isPublicApi === true || request.routeOptions.config?.tellsProblems === true) return tellProblem(failure, refusal);
  return reply
    .code(HTTP_OK.has(status) || code === 'tooSlow' ? 200 : status)
    .send(fail(status === 200 ? 500 : status, refusal.in(language), { refusal: code, ...(detail !== undefined && { result: detail }), atMs }));
};

/** A refusal as RFC 9457 says. A business refusal is a conflict; what its detail names, such as `retryAfter`, stands beside the title. */
const tellProblem = ({ request, reply, trace }: Failure, refusal: Refusal): unknown => {
  const { code, status, detail } = refusal.facts;
  const more = typeof detail === 'object' && detail !== null ? (Array.isArray(detail) ? { problems: detail } : detail) : {};
  if ('retryAfter' in more) void reply.header('retry-after', String(more.retryAfter));
  const sent = HTTP_OK.has(status) ? 409 : status;
  const problem = {
    type: `urn:chargeops:problem:${code}`,
    code,
    title: refusal.in(languageOf(request.headers['accept-language'])),
    status: sent,
    reference: trace,
    ...more,
  };
  return reply.code(sent).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
};

/** Codes that are sent in the envelope with HTTP status 200. */
const HTTP_OK: ReadonlySet<number> = new Set([200, VERIFY_AGAIN]);

export const failureKind = (error: unknown, { raw }: FastifyRequest): FailureKind => {
  // Parsers report an aborted body as an invalid one.
  if (raw.socket.destroyed && (!raw.complete || isDisconnect(error))) return 'left';
  return error instanceof Refusal || isClientFault(error) ? 'refused' : 'failed';
};

/** The reason of a failure in three languages, for the operation log. */
export const reasonOf = (error: unknown, trace: string): Words => {
  const refusal = error instanceof Refusal ? error : isClientFault(error) ? badJson : serverRefusal(error, trace);
  return [refusal.in('zh_CN'), refusal.in('zh_TW'), refusal.in('en_US')];
};

/** Error codes of streams and parsers when the other side disconnects. */
const DISCONNECT_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR']);
const isDisconnect = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && DISCONNECT_CODES.has(String(error.code))) || error.message === 'aborted');

const isClientFault = (error: unknown): error is Error & { readonly statusCode: number } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;

const refusalOf = ({ error, trace, megabytesMax }: Failure): Refusal => {
  if (error instanceof Refusal) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 404) return new Refusal({ code: 'missing', words: kitRefusals.missing, args: {}, status: 404 });
  if (status === 413) return new Refusal({ code: 'tooLarge', words: kitRefusals.tooLarge, args: { max: megabytesMax }, status: 413 });
  return status < 500 ? badJson : serverRefusal(error, trace);
};

const badJson = new Refusal({ code: 'badJson', words: kitRefusals.badJson, args: {}, status: 400 });

const serverRefusal = (error: unknown, trace: string): Refusal => {
  if (isTimeout(error)) return new Refusal({ code: 'tooSlow', words: kitRefusals.tooSlow, args: {}, status: 500 });
  if (isDatabaseAway(error)) return new Refusal({ code: 'databaseAway', words: kitRefusals.databaseAway, args: {}, status: 503 });
  return new Refusal({ code: 'broken', words: kitRefusals.broken, args: { trace }, status: 500 });
};

const logFailure = ({ error, request, trace }: Failure, code: string): void => {
  if (code === 'broken') request.log.error({ err: error, trace }, 'a request failed');
  if (code === 'tooSlow' || code === 'databaseAway') request.log.warn({ err: error, trace }, 'the database did not answer in time');
};
