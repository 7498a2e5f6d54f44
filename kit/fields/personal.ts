import { plainPhone } from './phone-number.ts';
import type { Field, FieldShape, Writing } from './field.ts';

/** The type of personal data: a phone number, a mail address, or either. */
export type PersonalKind = 'phone' | 'mailbox' | 'contact';

/** Declares contact data of a person. It is masked until a viewer reveals it. */
export interface Personal {
  readonly kind: PersonalKind;
  /** Masked only in rows whose other field has one of these values; in other rows the same column holds a card number or a company name. */
  readonly when?: { readonly field: string; readonly is: readonly number[] };
}

/** Marks a field as personal data. Phone fields are marked by default. */
export const personal = <T, W, G extends Writing, O extends boolean>(of: Field<T, W, G, O>, mark: Personal): Field<T, W, G, O> => ({
  ...of,
  personal: mark,
});

/** Masks a number or mail address. The visible part is enough to distinguish two people of the same name, and for the owner to recognise it. */
export const maskOf = (kind: PersonalKind, text: string): string => {
  const at = kind === 'phone' ? -1 : text.lastIndexOf('@');
  return at < 0 ? maskedPhone(plainPhone(text)) : `${text.slice(0, Math.max(0, Math.min(2, at - 1)))}***${text.slice(at)}`;
};

/** The visible digits of a number. A short number shows only its last third. */
const bounds = { head: 3, tail: 4, hidden: 4, wholeFrom: 11, part: 3 } as const;

const maskedPhone = (plain: string): string => {
  const { head, tail, hidden, wholeFrom, part } = bounds;
  const isWhole = plain.length >= wholeFrom;
  const [shownHead, shownTail] = [isWhole ? head : 0, isWhole ? tail : Math.min(tail, Math.floor(plain.length / part))];
  return `${plain.slice(0, shownHead)}${'*'.repeat(hidden)}${shownTail > 0 ? plain.slice(-shownTail) : ''}`;
};

const shapes: Readonly<Record<PersonalKind, RegExp>> = { phone: /\*{4}/, mailbox: /^.{0,2}\*{3}@/, contact: /^.{0,2}\*{3}@|\*{4}/ };

/** Whether a value is masked: no number contains stars, and no mail address begins with them. */
export const isMask = ({ personal: mark }: Pick<Field, 'personal'>, value: unknown): value is string =>
  mark !== undefined && typeof value === 'string' && shapes[mark.kind].test(value);

/** Whether the value of this row is personal. A row without the deciding field counts as personal. */
export const isPersonalIn = ({ when }: Personal, row: Readonly<Record<string, unknown>> | undefined): boolean => {
  if (when === undefined) return true;
  const value = row?.[when.field];
  return typeof value !== 'number' || when.is.includes(value);
};

/** The value masked, as everybody may read it. */
export const maskValue = (field: Field, value: unknown, row?: Readonly<Record<string, unknown>>): unknown => {
  const { personal: mark } = field;
  if (!mark || typeof value !== 'string' || value === '' || !isPersonalIn(mark, row) || isMask(field, value)) return value;
  return maskOf(mark.kind, value);
};

export const personalFieldsOf = (shape: FieldShape): readonly (readonly [string, Field])[] =>
  Object.entries(shape).filter(([, field]) => field.personal !== undefined && field.secret !== true);

/** The same fields without masking, for an answer to the owner of the data or to a viewer who revealed it. */
export const withoutMasking = <F extends FieldShape>(shape: F): F => {
  const clear = Object.entries(shape).map(([name, field]) => {
    const { personal: _mark, ...rest } = field;
    return [name, rest] as const;
  });
  return Object.fromEntries(clear) as unknown as F; // the mark is not part of the types
};
