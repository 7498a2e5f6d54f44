import type { RowInput, WireInput, Row, FieldShape, WireRow } from '#kit/fields/field.ts';
import type { AnyResource } from './resource.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A permission code, `signedIn` for every session, or `public` for everybody. */
export type Allow = string;

/** What an answer looks like, as data. `T` in code, `W` on the wire, for the compiler only. */
export interface Output<T = unknown, W = unknown> {
  readonly form: 'nothing' | 'row' | 'rows' | 'page' | 'opaque' | 'withMessage' | 'bare' | 'file' | 'words';
  readonly of?: FieldShape;
  readonly type?: T;
  readonly wire?: W;
}

/** Most rows of a page; one that is asked for larger is cut to it. */
export const PAGE_SIZE_MAX = 100;

export interface Page<T> {
  readonly records: readonly T[];
  /** Exact up to `COUNT_CAP`; `totalCapped` says that there are more. */
  readonly total: number;
  readonly totalCapped: boolean;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}
/** What the viewer may do with a row: permission codes that are missing are named, so a button can say which. */
export type WithTexts<W> = W & { readonly [dictText: `${string}_dictText`]: string };

const output = <T, W = T>(form: Output['form'], of?: FieldShape): Output<T, W> => ({ form, ...(of && { of }) });
/** No result at all. @public part of the kit's vocabulary */
export const nothing = (): Output<void, null> => output('nothing');
/** A text for people, put in `message` and `result`. */
export const words = (): Output<string, string> => output('words');
export const rowOf = <F extends FieldShape>(of: F): Output<Row<F>, WithTexts<WireRow<F>>> => output('row', of);
/** All rows, without pages: in an array, or as they are read where there are many. */
export type RowsAnswer<T> = readonly T[] | AsyncIterable<T>;
export const rowsOf = <F extends FieldShape>(of: F): Output<RowsAnswer<Row<F>>, readonly WithTexts<WireRow<F>>[]> => output('rows', of);
/** Rows of a form of their own; the handler answers wire values. */
export const plainRows = <T>(): Output<RowsAnswer<T>, readonly T[]> => output('rows', {});
export const pageOf = <F extends FieldShape>(of: F): Output<Page<Row<F>>, Page<WithTexts<WireRow<F>>>> => output('page', of);
/** JSON as it is; the handler answers wire values. */
export const opaque = <T>(): Output<T, T> => output('opaque');
/** JSON with a message of its own beside it, for answers in which the family's clients read both. */
export const withMessage = <T>(): Output<MessageAnswer<T>, T> => output('withMessage');
/** Rows without an envelope, where the family's clients expect none; a refusal has one all the same. */
export const bareRowsOf = <F extends FieldShape>(of: F): Output<readonly Row<F>[], readonly WireRow<F>[]> => output('bare', of);
export interface MessageAnswer<T> {
  readonly message: string;
  readonly result: T;
}
/** What the spooled files of one request may weigh together. */
export const SPOOLED_BYTES_MAX = 200 * 1024 * 1024;

/** A file to save; the handler streams it. */
export const file = (): Output<FileAnswer, Blob> => output('file');
export interface FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
  /** Told ahead, so that the browser knows how far it is. */
  readonly sizeBytes?: number;
  /** Shown in the page instead of saved; only for types that cannot run, such as pictures checked by content. */
  readonly inline?: true;
  /** How long this viewer's browser may keep it; absent means not at all. */
  readonly cacheSeconds?: number;
}

/** Why a call asks for a fresh proof of whose session it is: docs/decisions/0025. */
export type ProofFor = 'money' | 'remote' | 'keys' | 'people' | 'export';

/** Anything reachable over HTTP. Router, OpenAPI and browser client all read this one value. It is plain data. */
export interface Endpoint<I extends FieldShape = FieldShape, T = unknown, W = unknown> {
  readonly method: Method;
  readonly path: string;
  readonly allow: Allow;
  readonly input: I;
  readonly output: Output<T, W>;
  /** Takes the noun's list parameters (filters, paging, sort) beside its input. */
  readonly listOf?: AnyResource;
  /** A list of its own making that takes an advanced query beside its input: what the query may name, as `customQuery` declares it. */
  readonly queryOf?: AnyResource;
  /** Which fields each sum of its answer is made of: who is not shown one of them is not told the sum. */
  readonly sums?: Readonly<Record<string, readonly string[]>>;
  /** Every input but the key may be left out, which means unchanged. */
  readonly sparse?: true;
  /** Takes one or more uploaded files: in memory up to the size of a workbook, or `spooled` to the disk as they come in. */
  readonly upload?: true | 'spooled';
  /** Also reachable by this method, for clients of the family that use it. */
  readonly alsoMethod?: Method;
  /** A GET that changes state: the router then demands the header token and a same-origin fetch. */
  readonly changes?: true;
  /** Money or remote control: refused without an Idempotency-Key; a second call with the same key gets the answer of the first. */
  readonly idempotent?: true;
  /** Only for a session that has proved whose it is in the last minutes. */
  readonly proof?: ProofFor;
  /** The proof is asked for only when one of these inputs is given: a form in which a key may be left as it is. */
  readonly proofInputs?: readonly string[];
  /** Asked by a machine, or a reading that is sent like a change: no act of a person, so no log keeps it. */
  readonly unlogged?: true;
  /** Answers carry an ETag, and 304 when nothing has changed: for what browsers ask again and again. */
  readonly etag?: true;
  /** Begins or ends a session: the log keeps it as a sign-in, with the person it was about. */
  readonly signs?: 'in' | 'out';
  /** May also be done for many rows at once (`bulkApi`). Verbs that take only an `id`, and states, need not say so. */
  readonly bulk?: BulkOptions;
  /** Tells whether a value of one of its inputs is free; `id` is the row that has it already. Forms ask it before they are sent. */
  readonly checksAvailability?: true;
  /** Runs without a transaction, so that slow work such as a password hash holds no connection. `ctx.db` and `ctx.rows` are then closed. */
  readonly noTransaction?: true;
}

/** How one verb is done for many rows. */
export interface BulkOptions {
  /** The noun of the rows, where it is not the verb's own. */
  readonly of?: string;
  /** Which input names the row; it is the row's own field of that name. */
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
