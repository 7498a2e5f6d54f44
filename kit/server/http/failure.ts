import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '#kit/db/index.ts';
import { isTimeout } from '#kit/db/transactions/retry.ts';
import { languageOf } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';
import { fail } from './envelope.ts';

/** A request that was not answered with a success. */
export interface Failure {
  readonly error: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly atMs: number;
  /** Names it in log and answer, where it is a mistake of ours. */
  readonly trace: string;
  /** Largest body that this way in takes. */
  readonly megabytesMax: number;
}

/** How a failure counts: as a no of ours or a fault of the client's, as a fault of ours, or as nobody's, when the client has left. */
export type FailureKind = 'refused' | 'failed' | 'left';

/** The family's code of a verification to be done again; HTTP gives the same number another meaning. */
const VERIFY_AGAIN = 412;
/** When a client may try again what the database could not do. */
const RETRY_AFTER_S = 5;

/** The one place where an error becomes an answer. */
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
  return reply
    .code(HTTP_OK.has(status) || code === 'tooSlow' ? 200 : status)
    .send(fail(status === 200 ? 500 : status, refusal.in(language), { refusal: code, ...(detail !== undefined && { result: detail }), atMs }));
};

/** Statuses that travel in the envelope alone. */
const HTTP_OK: ReadonlySet<number> = new Set([200, VERIFY_AGAIN]);

export const failureKind = (error: unknown, { raw }: FastifyRequest): FailureKind => {
  // Whatever reads a body that breaks off calls it a broken body.
  if (raw.socket.destroyed && (!raw.complete || isDisconnect(error))) return 'left';
  return error instanceof Refusal || isClientFault(error) ? 'refused' : 'failed';
};

/** Why it failed, in three languages, for the log of acts. */
export const reasonOf = (error: unknown, trace: string): Words => {
  const refusal = error instanceof Refusal ? error : isClientFault(error) ? badJson : serverRefusal(error, trace);
  return [refusal.in('zh_CN'), refusal.in('zh_TW'), refusal.in('en_US')];
};

/** What streams and parsers fail with when the other side hangs up. */
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
