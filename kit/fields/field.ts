import type { CodeTable, CodeValue } from './codes.ts';
import type { Personal } from './personal.ts';
import type { ProblemCode } from './problems.ts';

/** Each kind owns its SQL type, schema, codec, filter, cell and input, found by lookup. Adding a noun never touches a kind. */
export type Kind =
  | 'id'
  | 'text'
  | 'longText'
  | 'count'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'choice'
  | 'choices'
  | 'ref'
  | 'instant'
  | 'day'
  | 'timeOfDay'
  | 'phone'
  | 'zone'
  | 'image'
  | 'json'
  | 'list';

/** `never`: the server sets it and forms omit it. `onAdd`: fixed once the row exists. */
export type Writing = 'always' | 'onAdd' | 'never';
export type Filter = 'equals' | 'contains' | 'between';

/** What all fields may say beside their kind. */
export interface FieldOptions {
  readonly filter?: Filter;
  /** May the list be sorted by it. The order needs an index. */
  readonly sort?: boolean;
  /** No two rows that agree in these other fields have the same value; a unique index holds it, and forms ask ahead. */
  readonly unique?: readonly string[];
  /** The code of a check rule: where somebody has set one up under it, values must keep it, and forms ask ahead. */
  readonly rule?: string;
  /** May be asked for in an advanced query, although no search form shows it. It is a column of the noun's own table. */
  readonly query?: true;
}

/**
 * One fact about a noun, as data. `T` is the value in code, `W` the value on the wire, `O` whether it may be null.
 * `type` and `wire` exist for the compiler only.
 */
export interface Field<T = unknown, W = unknown, G extends Writing = Writing, O extends boolean = boolean> extends FieldOptions {
  readonly kind: Kind;
  readonly writing: G;
  readonly optional: O;
  readonly type?: T;
  readonly wire?: W;
  /** Written but never read back. */
  readonly secret?: boolean;
  readonly min?: number;
  /** Text: characters. Count, decimal, money, percent: the largest value, in the field's own unit. List: items. */
  readonly max?: number;
  /** Decimal: digits after the point. The stored integer is the value times 10^scale. */
  readonly scale?: number;
  /** Shown behind the number: kW, kWh, %, min. */
  readonly unit?: string;
  /** A regular expression of letters the text must match, and the refusal it gives. */
  readonly pattern?: { readonly source: string; readonly problem: ProblemCode };
  /** What is said of any value that is not one, in place of what exactly is wrong. */
  readonly problem?: ProblemCode;
  /** Phone: which numbers it takes; any when left out. */
  readonly line?: 'mobile' | 'landline';
  readonly codes?: CodeTable;
  /** Belongs to a person: answers, sheets, live rows and logs carry a part of it. */
  readonly personal?: Personal;
  /** Ref: the name of the resource. */
  readonly to?: string;
  /** Ref and id: `number` is an int8 key shown as decimal digits, `text` a code of letters. */
  readonly keyType?: 'number' | 'text';
  readonly of?: FieldShape;
  /** Long text: written with marks, which are cleaned when it is kept and again when it is shown. */
  readonly markup?: Markup;
  /** Filled in when an add says nothing. */
  readonly initial?: string | number;
}

export type Markup = 'html' | 'markdown';

export type FieldShape = Readonly<Record<string, Field>>;

type Nullable<T, O> = O extends true ? T | null : T;
/** The values in code: bigint for money and decimals, Date for instants. */
export type Row<F extends FieldShape> = { -readonly [K in keyof F]: F[K] extends Field<infer T, unknown, Writing, infer O> ? Nullable<T, O> : never };
/** The values on the wire: decimal strings for money and decimals, ISO 8601 UTC for instants. */
export type WireRow<F extends FieldShape> = {
  readonly [K in keyof F]: F[K] extends Field<unknown, infer W, Writing, infer O> ? Nullable<W, O> : never;
};
type WrittenKeys<F extends FieldShape> = { [K in keyof F]: F[K] extends Field<unknown, unknown, 'never'> ? never : K }[keyof F];
type OptionalKeys<F extends FieldShape> = { [K in keyof F]: F[K] extends Field<unknown, unknown, Writing, false> ? never : K }[keyof F];
/** Input in code: optional fields may be missing. */
export type RowInput<F extends FieldShape> = Omit<Row<F>, OptionalKeys<F>> & Partial<Pick<Row<F>, OptionalKeys<F>>>;
/** Input on the wire. */
export type WireInput<F extends FieldShape> = Omit<WireRow<F>, OptionalKeys<F>> & Partial<Pick<WireRow<F>, OptionalKeys<F>>>;
/** What an add or edit may write. */
export type Draft<F extends FieldShape> = RowInput<Pick<F, WrittenKeys<F> & keyof F>>;
/** @public the browser's side of a draft */
export type DraftWire<F extends FieldShape> = WireInput<Pick<F, WrittenKeys<F> & keyof F>>;

type PlainField<T, W = T> = Field<T, W, 'always', false>;
interface Bounds extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

const field = <T, W = T>(kind: Kind, options: Partial<Field>): PlainField<T, W> =>
  ({ kind, writing: 'always', optional: false, ...options }) as PlainField<T, W>; // the phantom types are the compiler's alone

/** The key the database hands out: int8, decimal digits on the wire. */
export const id = (options: FieldOptions = {}): PlainField<string> => field('id', { keyType: 'number', max: 19, ...options });
export const text = (options: Bounds & { readonly pattern?: NonNullable<Field['pattern']> }): PlainField<string> => field('text', options);
export const longText = (options: Bounds & { readonly markup?: Markup }): PlainField<string> => field('longText', options);
/** A whole number that fits a JavaScript number. */
export const count = (options: Bounds & { readonly unit?: string } = {}): PlainField<number> =>
  field('count', { min: 0, max: 2_147_483_647, ...options });
/** A number with a fixed count of decimals: an integer times 10^-scale in code, a decimal string on the wire. */
export const decimal = (options: Bounds & { readonly scale: number; readonly unit?: string }): PlainField<bigint, string> =>
  field('decimal', options);
/** Minor units of a currency; `'12.30'` on the wire. */
export const money = (options: Bounds = {}): PlainField<bigint, string> => field('money', { scale: 2, ...options });
/** Whole percent. */
export const percent = (options: Bounds = {}): PlainField<number> => field('percent', { min: 0, max: 100, unit: '%', ...options });
export const choice = <T extends CodeTable>(codes: T, options: FieldOptions & { readonly initial?: CodeValue<T> } = {}): PlainField<CodeValue<T>> =>
  field('choice', { codes, ...options });
/** Several codes of one table, at least `min` and at most `max` of them. @public part of the kit's vocabulary */
export const choices = <T extends CodeTable>(codes: T, options: Bounds = {}): PlainField<CodeValue<T>[]> => field('choices', { codes, ...options });
/** Another noun's key. `code` when that key is a text like a pile code. */
export const ref = (to: string, options: FieldOptions & { readonly code?: true } = {}): PlainField<string> => {
  const { code, ...rest } = options;
  return field('ref', { to, keyType: code ? 'text' : 'number', ...rest });
};
export const instant = (options: FieldOptions = {}): PlainField<Date, string> => field('instant', options);
/** A calendar day, `YYYY-MM-DD`. */
export const day = (options: FieldOptions = {}): PlainField<string> => field('day', options);
/** A local time, `HH:mm`. */
export const timeOfDay = (options: FieldOptions = {}): PlainField<string> => field('timeOfDay', options);
/** A person's number. `published`: one that is told to everybody, such as a hotline. */
export const phone = (options: FieldOptions & { readonly line?: NonNullable<Field['line']>; readonly published?: true } = {}): PlainField<string> => {
  const { published, ...rest } = options;
  return field('phone', { max: 20, ...(!published && { personal: { kind: 'phone' } }), ...rest });
};
/** An IANA time zone. */
export const zone = (options: FieldOptions = {}): PlainField<string> => field('zone', { max: 40, ...options });
/** Longitude or latitude with up to 6 decimals. */
export const longitude = (): PlainField<bigint, string> => coordinate(180);
export const latitude = (): PlainField<bigint, string> => coordinate(90);
const coordinate = (most: number): PlainField<bigint, string> => ({ ...decimal({ scale: 6, min: -most, max: most }), problem: 'badCoordinate' });
/** The stored path of an uploaded picture. */
export const image = (): PlainField<string> => field('image', { max: 255 });
/** A value whose shape the kit does not look into; read only in lists. */
export const json = <T>(): PlainField<T> => field('json', {});
/** Several values of one shape, in order. */
export const list = <F extends FieldShape>(
  of: F,
  options: { readonly min?: number; readonly max: number },
): PlainField<RowInput<F>[], WireInput<F>[]> => field('list', { of, ...options });

/** May be null. */
export const optional = <T, W, G extends Writing>(of: Field<T, W, G, false>): Field<T, W, G, true> => ({ ...of, optional: true });
/** Set by the server; forms omit it. */
export const readOnly = <T, W, O extends boolean>(of: Field<T, W, Writing, O>): Field<T, W, 'never', O> => ({ ...of, writing: 'never' });
/** Written by an add, fixed afterwards. */
export const onAdd = <T, W, O extends boolean>(of: Field<T, W, Writing, O>): Field<T, W, 'onAdd', O> => ({ ...of, writing: 'onAdd' });
/** Written, never read back: absent from every answer, list, export and filter. */
export const secret = <T, W, G extends Writing, O extends boolean>(of: Field<T, W, G, O>): Field<T, W, G, O> => ({ ...of, secret: true });
