import type { CodeTable, CodeValue } from './codes.ts';
import type { Personal } from './personal.ts';
import type { ProblemCode } from './problems.ts';

/** Each kind has its SQL type, schema, codec, filter, cell and input, found by look-up. A new noun never changes a kind. */
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

/** `never`: the server sets the field and forms omit it. `onAdd`: the value cannot change once the row exists. */
export type Writing = 'always' | 'onAdd' | 'never';
export type Filter = 'equals' | 'contains' | 'between';

/** Options of all kinds of fields. */
export interface FieldOptions {
  readonly filter?: Filter;
  /** The list can be sorted by the field. The order needs an index. */
  readonly sort?: boolean;
  /** The value is unique among rows with equal values in these other fields. A unique index enforces it, and forms check it before saving. */
  readonly unique?: readonly string[];
  /** The code of a check rule. If an administrator has configured a rule with this code, values must obey it, and forms check it before saving. */
  readonly rule?: string;
  /**
   * The field can be used in advanced queries although no search form shows it. It is a column of the noun's own table, or with `inView` of its view
   * alone, which is then joined for the condition.
   */
  readonly query?: true | 'inView';
}

/**
 * The declaration of a field, as data. `T` is the type of the value in code, `W` on the wire, and `O` whether it may be null. `type` and `wire`
 * exist only for the compiler.
 */
export interface Field<T = unknown, W = unknown, G extends Writing = Writing, O extends boolean = boolean> extends FieldOptions {
  readonly kind: Kind;
  readonly writing: G;
  readonly optional: O;
  readonly type?: T;
  readonly wire?: W;
  /** Written but never returned. */
  readonly secret?: boolean;
  readonly min?: number;
  /** Text: characters. Count, decimal, money, percent: the largest value, in the field's own unit. List: items. */
  readonly max?: number;
  /** Decimal: digits after the point. The stored integer is the value times 10^scale. */
  readonly scale?: number;
  /** Shown after the number: kW, kWh, %, min. */
  readonly unit?: string;
  /** A regular expression that the text must match, and the problem otherwise. */
  readonly pattern?: { readonly source: string; readonly problem: ProblemCode };
  /** Reported for any invalid value, in place of the exact problem. */
  readonly problem?: ProblemCode;
  /** Phone: the accepted type of number; any when left out. */
  readonly line?: 'mobile' | 'landline';
  readonly codes?: CodeTable;
  /** Personal data: answers, sheets, live rows and logs contain a masked value. */
  readonly personal?: Personal;
  /** Ref: the name of the resource. */
  readonly to?: string;
  /** Ref and id: `number` is an int8 key as decimal digits, `text` a key of letters. */
  readonly keyType?: 'number' | 'text';
  readonly of?: FieldShape;
  /** Long text with markup, which is sanitised when it is stored and again when it is shown. */
  readonly markup?: Markup;
  /** The value of a new row when none is given. */
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
/** The fields that an add or edit may write. */
export type Draft<F extends FieldShape> = RowInput<Pick<F, WrittenKeys<F> & keyof F>>;
/** @public the wire type of a draft, for the browser */
export type DraftWire<F extends FieldShape> = WireInput<Pick<F, WrittenKeys<F> & keyof F>>;

type PlainField<T, W = T> = Field<T, W, 'always', false>;
interface Bounds extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

const field = <T, W = T>(kind: Kind, options: Partial<Field>): PlainField<T, W> =>
  ({ kind, writing: 'always', optional: false, ...options }) as PlainField<T, W>; // the phantom types exist only for the compiler

/** A key that the database generates: int8, decimal digits on the wire. */
export const id = (options: FieldOptions = {}): PlainField<string> => field('id', { keyType: 'number', max: 19, ...options });
export const text = (options: Bounds & { readonly pattern?: NonNullable<Field['pattern']> }): PlainField<string> => field('text', options);
export const longText = (options: Bounds & { readonly markup?: Markup }): PlainField<string> => field('longText', options);
/** A whole number that fits a JavaScript number. */
export const count = (options: Bounds & { readonly unit?: string } = {}): PlainField<number> =>
  field('count', { min: 0, max: 2_147_483_647, ...options });
/** A number with a fixed number of decimals: an integer times 10^-scale in code, a decimal string on the wire. */
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
/** The key of another noun. `code` when that key is a text, like the code of a pile. */
export const ref = (to: string, options: FieldOptions & { readonly code?: true } = {}): PlainField<string> => {
  const { code, ...rest } = options;
  return field('ref', { to, keyType: code ? 'text' : 'number', ...rest });
};
export const instant = (options: FieldOptions = {}): PlainField<Date, string> => field('instant', options);
/** A calendar day, `YYYY-MM-DD`. */
export const day = (options: FieldOptions = {}): PlainField<string> => field('day', options);
/** A local time, `HH:mm`. */
export const timeOfDay = (options: FieldOptions = {}): PlainField<string> => field('timeOfDay', options);
/** A phone number of a person, which is masked. `published`: a public number, such as a hotline, which is not. */
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
/** A value whose content the kit does not check; lists can only read it. */
export const json = <T>(): PlainField<T> => field('json', {});
/** An ordered list of objects with the same fields. */
export const list = <F extends FieldShape>(
  of: F,
  options: { readonly min?: number; readonly max: number },
): PlainField<RowInput<F>[], WireInput<F>[]> => field('list', { of, ...options });

/** May be null. */
export const optional = <T, W, G extends Writing>(of: Field<T, W, G, false>): Field<T, W, G, true> => ({ ...of, optional: true });
/** Set by the server; forms omit it. */
export const readOnly = <T, W, O extends boolean>(of: Field<T, W, Writing, O>): Field<T, W, 'never', O> => ({ ...of, writing: 'never' });
/** Written when the row is added, and never changed. */
export const onAdd = <T, W, O extends boolean>(of: Field<T, W, Writing, O>): Field<T, W, 'onAdd', O> => ({ ...of, writing: 'onAdd' });
/** Written but never returned: absent from answers, lists, exports and filters. */
export const secret = <T, W, G extends Writing, O extends boolean>(of: Field<T, W, G, O>): Field<T, W, G, O> => ({ ...of, secret: true });
