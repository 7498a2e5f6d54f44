import { plainPhone } from './phone-number.ts';
import type { Field, FieldShape, Writing } from './field.ts';

/** What makes a value one's own: a number, a mailbox, or either. */
export type PersonalKind = 'phone' | 'mailbox' | 'contact';

/** A value that says how to reach a person. Whoever reads it is shown a part of it, until they ask for the whole. */
export interface Personal {
  readonly kind: PersonalKind;
  /** Only in rows whose other field has one of these values; elsewhere the same column holds a card's number, or a company's name. */
  readonly when?: { readonly field: string; readonly is: readonly number[] };
}

/** Marks a field whose value belongs to a person. Phones carry the mark by themselves. */
export const personal = <T, W, G extends Writing, O extends boolean>(of: Field<T, W, G, O>, mark: Personal): Field<T, W, G, O> => ({
  ...of,
  personal: mark,
});

/** As much of a number or mailbox as tells two people of one name apart, and its owner needs to know it again. */
export const maskOf = (kind: PersonalKind, text: string): string => {
  const at = kind === 'phone' ? -1 : text.lastIndexOf('@');
  return at < 0 ? maskedPhone(plainPhone(text)) : `${text.slice(0, Math.max(0, Math.min(2, at - 1)))}***${text.slice(at)}`;
};

/** How much of a number is shown, in digits. A short one shows its last third and no beginning. */
const bounds = { head: 3, tail: 4, hidden: 4, wholeFrom: 11, part: 3 } as const;

const maskedPhone = (plain: string): string => {
  const { head, tail, hidden, wholeFrom, part } = bounds;
  const isWhole = plain.length >= wholeFrom;
  const [shownHead, shownTail] = [isWhole ? head : 0, isWhole ? tail : Math.min(tail, Math.floor(plain.length / part))];
  return `${plain.slice(0, shownHead)}${'*'.repeat(hidden)}${shownTail > 0 ? plain.slice(-shownTail) : ''}`;
};

const shapes: Readonly<Record<PersonalKind, RegExp>> = { phone: /\*{4}/, mailbox: /^.{0,2}\*{3}@/, contact: /^.{0,2}\*{3}@|\*{4}/ };

/** Whether a value is what is left of one after masking: no number has stars, and no mailbox begins so. */
export const isMask = ({ personal: mark }: Pick<Field, 'personal'>, value: unknown): value is string =>
  mark !== undefined && typeof value === 'string' && shapes[mark.kind].test(value);

/** Whether the value of this row is a person's. A row that does not tell is taken for one. */
export const isPersonalIn = ({ when }: Personal, row: Readonly<Record<string, unknown>> | undefined): boolean => {
  if (when === undefined) return true;
  const value = row?.[when.field];
  return typeof value !== 'number' || when.is.includes(value);
};

/** A value as everybody may read it. */
export const maskValue = (field: Field, value: unknown, row?: Readonly<Record<string, unknown>>): unknown => {
  const { personal: mark } = field;
  if (!mark || typeof value !== 'string' || value === '' || !isPersonalIn(mark, row) || isMask(field, value)) return value;
  return maskOf(mark.kind, value);
};

export const personalFieldsOf = (shape: FieldShape): readonly (readonly [string, Field])[] =>
  Object.entries(shape).filter(([, field]) => field.personal !== undefined && field.secret !== true);

/** The same fields without the mark: of an answer in which people read what is their own, or have asked for it. */
export const withoutMasking = <F extends FieldShape>(shape: F): F => {
  const clear = Object.entries(shape).map(([name, field]) => {
    const { personal: _mark, ...rest } = field;
    return [name, rest] as const;
  });
  return Object.fromEntries(clear) as unknown as F; // the mark is no part of the types
};
