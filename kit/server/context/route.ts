import type { Readable } from 'node:stream';
import type { AnswerOf, Api, Endpoint, InputOf } from '#kit/resource/endpoint.ts';
import type { Gate, Passage } from './gate.ts';
import type { Context, ListQuery } from './context.ts';

export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** An uploaded file that was written to disk. It is at `path` until the request is answered, unless the handler moves it. */
export interface SpooledFile {
  readonly field: string;
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The parts of a request besides its input. */
export interface Extras {
  /** For an endpoint with `listOf`: its filters, page and order. For one that is `queried`: its advanced query. */
  readonly list: ListQuery;
  readonly files: readonly UploadedFile[];
  readonly spooled: readonly SpooledFile[];
  /** For an endpoint that takes a `stream`: the content of the file, read once. */
  readonly body: () => Promise<Readable>;
  /** A header of the request; undefined if it was not sent. For calls of machines that sign what they send. */
  readonly headerOf: (name: string) => string | undefined;
  /** Adds a header to the answer, such as a cookie. */
  readonly setHeader: (name: string, value: string) => void;
  /** What the gate of the route has found out; undefined for a route without one. */
  readonly passage: Passage | undefined;
  /** The origin of the request, for logs and limits. */
  readonly client: {
    readonly ip: string;
    readonly userAgent: string;
    readonly token: string | undefined;
    /** What follows `Bearer` in the header Authorization: the key of a program. */
    readonly bearer: string | undefined;
    /** The origin that the client has addressed, such as `https://pay.example.com`. */
    readonly addressed: string;
  };
}

export type Handler<E> = (ctx: Context, input: InputOf<E>, extras: Extras) => Promise<AnswerOf<E>>;
export type Handlers<A extends Api> = { readonly [K in keyof A]: Handler<A[K]> };

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (ctx: Context, input: never, extras: Extras) => Promise<unknown>;
  /** Judges each call before its input is read. */
  readonly gate?: Gate;
}

/** Joins an API with its handlers. A missing handler or a wrong result type does not compile. */
export const implement = <A extends Api>(api: A, handlers: Handlers<NoInfer<A>>): readonly Route[] =>
  Object.entries(api).map(([name, endpoint]) => ({
    endpoint,
    handle: (handlers as Readonly<Record<string, Route['handle']>>)[name] ?? missing(name),
  })); // the mapped type has a handler for each name

const missing = (name: string): never => {
  throw new Error(`no handler for ${name}`);
};
