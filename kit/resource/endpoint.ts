import type { RowInput, WireInput, Row, FieldShape, WireRow } from '#kit/fields/field.ts';
import type { AnyResource } from './resource.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A permission code, `signedIn` for every session, or `public` for everybody. */
export type Allow = string;

/** The form of an answer, as data. `T` is its type in code and `W` on the wire, for the compiler only. */
export interface Output<T = unknown, W = unknown> {
  readonly form: 'nothing' | 'row' | 'rows' | 'page' | 'opaque' | 'withMessage' | 'bare' | 'file' | 'words';
  readonly of?: FieldShape;
  readonly type?: T;
  readonly wire?: W;
}

/** The largest page size; a larger one is reduced to it. */
export const PAGE_SIZE_MAX = 100;

export interface Page<T> {
  readonly records: readonly T[];
  /** Exact up to `COUNT_CAP`; `totalCapped` is true when there are more. */
  readonly total: number;
  readonly totalCapped: boolean;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}
/** A row with the display texts of its codes and references. */
export type WithTexts<W> = W & { readonly [dictText: `${string}_dictText`]: string };

const output = <T, W = T>(form: Output['form'], of?: FieldShape): Output<T, W> => ({ form, ...(of && { of }) });
/** No result. @public part of the kit's vocabulary */
export const nothing = (): Output<void, null> => output('nothing');
/** A message for users, in `message` and `result`. */
export const words = (): Output<string, string> => output('words');
export const rowOf = <F extends FieldShape>(of: F): Output<Row<F>, WithTexts<WireRow<F>>> => output('row', of);
/** All rows without pages: as an array, or as a stream when they are many. */
export type RowsAnswer<T> = readonly T[] | AsyncIterable<T>;
export const rowsOf = <F extends FieldShape>(of: F): Output<RowsAnswer<Row<F>>, readonly WithTexts<WireRow<F>>[]> => output('rows', of);
/** Rows without declared fields; the handler returns wire values. */
export const plainRows = <T>(): Output<RowsAnswer<T>, readonly T[]> => output('rows', {});
export const pageOf = <F extends FieldShape>(of: F): Output<Page<Row<F>>, Page<WithTexts<WireRow<F>>>> => output('page', of);
/** Any JSON value; the handler returns wire values. */
export const opaque = <T>(): Output<T, T> => output('opaque');
/** A JSON value with a message, for answers in which the clients of the product family read both. */
export const withMessage = <T>(): Output<MessageAnswer<T>, T> => output('withMessage');
/** Rows without an envelope, where clients of the product family expect none; a refusal still has one. */
export const bareRowsOf = <F extends FieldShape>(of: F): Output<readonly Row<F>[], readonly WireRow<F>[]> => output('bare', of);
export interface MessageAnswer<T> {
  readonly message: string;
  readonly result: T;
}
/** The limit for the spooled files of one request together. */
export const SPOOLED_BYTES_MAX = 200 * 1024 * 1024;

/** A file to download; the handler streams it. */
export const file = (): Output<FileAnswer, Blob> => output('file');
export interface FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
  /** The size, if it is known in advance, so that the browser can show its progress. */
  readonly sizeBytes?: number;
  /** Shown in the page instead of downloaded; only for types that cannot run, such as pictures whose content was checked. */
  readonly inline?: true;
  /** How long the browser of this viewer may cache it; absent means not at all. */
  readonly cacheSeconds?: number;
}

/** Why a call requires recent authentication: docs/decisions/0025. */
export type ProofFor = 'money' | 'remote' | 'keys' | 'people' | 'export';

/** The declaration of an HTTP endpoint, as plain data. Router, OpenAPI and browser client use it. */
export interface Endpoint<I extends FieldShape = FieldShape, T = unknown, W = unknown> {
  readonly method: Method;
  readonly path: string;
  readonly allow: Allow;
  readonly input: I;
  readonly output: Output<T, W>;
  /** Takes the list parameters of the noun (filters, paging, order) in addition to its input. */
  readonly listOf?: AnyResource;
  /** A list that belongs to no noun takes an advanced query in addition to its input; this declares the query's fields with `customQuery`. */
  readonly queryOf?: AnyResource;
  /** The fields from which each sum of the answer is computed. A viewer from whom one of them is hidden does not get the sum. */
  readonly sums?: Readonly<Record<string, readonly string[]>>;
  /** Every input except the key may be left out, which means unchanged. */
  readonly sparse?: true;
  /**
   * Takes one or more uploaded files: in memory up to the size of a workbook, or `spooled`, that is written to disk as they arrive. With `stream` the
   * handler itself reads the body, of any type or the first file of a form, so that it can refuse before it has received anything.
   */
  readonly upload?: true | 'spooled' | 'stream';
  /** Another method under which the endpoint is available, for clients of the product family. */
  readonly alsoMethod?: Method;
  /** A GET that changes state: the router requires the header token and a same-origin request. */
  readonly changes?: true;
  /** Money or remote control: refused without an Idempotency-Key. A repeated call with the same key gets the answer of the first. */
  readonly idempotent?: true;
  /** Requires a session whose user has authenticated in the last minutes. */
  readonly proof?: ProofFor;
  /** Recent authentication is required only when one of these inputs is given, as in a form in which a key may stay unchanged. */
  readonly proofInputs?: readonly string[];
  /** Called by a program with a key of its own in the header `Authorization: Bearer`, which the handler checks. */
  readonly bearer?: true;
  /** Called by a program that signs its calls. A gate proves each call before its input is read, so an unsigned one is refused whatever it contains. */
  readonly signed?: true;
  /**
   * A public API, whose clients are none of the product family: an answer is the bare value with this HTTP status, and a failure is a problem
   * (RFC 9457).
   */
  readonly publicStatus?: 200 | 201 | 202;
  /** A call of a machine, or a reading call with POST. It is not an action of a user, so it is not logged. */
  readonly unlogged?: true;
  /** Answers carry an ETag, and 304 when nothing has changed; for calls that browsers repeat often. */
  readonly etag?: true;
  /** Begins or ends a session: the call is logged as a sign-in of its user. */
  readonly signs?: 'in' | 'out';
  /** Can also be applied to many rows at once (`bulkApi`). Verbs that take only an `id`, and state changes, need no declaration. */
  readonly bulk?: BulkOptions;
  /** Checks whether a value of one of its inputs is free, for forms; `id` is the row that already has it. */
  readonly checksAvailability?: true;
  /**
   * Runs without a transaction, so that slow work such as a password hash does not occupy a connection. `ctx.db` and `ctx.rows` are then
   * unavailable.
   */
  readonly noTransaction?: true;
}

/** How a verb is applied to many rows. */
export interface BulkOptions {
  /** The noun of the rows, when it is not that of the verb. */
  readonly of?: string;
  /** The input that identifies the row; its value is the row's field of the same name. */
  readonly row: string;
  /** Inputs that are the same for all rows. */
  readonly shared: readonly string[];
}

export type Api = Readonly<Record<string, Endpoint>>;
export type InputOf<E> = E extends Endpoint<infer I, unknown, unknown> ? RowInput<I> : never;
export type WireInputOf<E> = E extends Endpoint<infer I, unknown, unknown> ? WireInput<I> : never;
export type AnswerOf<E> = E extends Endpoint<FieldShape, infer T, unknown> ? T : never;
export type WireAnswerOf<E> = E extends Endpoint<FieldShape, unknown, infer W> ? W : never;

export const endpoint = <const I extends FieldShape, T, W>(facts: Endpoint<I, T, W>): Endpoint<I, T, W> => facts;
