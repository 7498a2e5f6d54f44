import type { RefusalArgs } from '#engines/order/verdict.ts';
import { jsonText } from '#kit/fields/json-text.ts';

/** The details of an event besides its kind: the name of a text and its values, so that it can be shown in any language. */
export interface EventDetail extends RefusalArgs {
  readonly says: string;
}

export const encodeDetail = (detail: EventDetail): string => jsonText(detail);

/** Amounts, whose names end in `Cents`, are decoded as integers. A text of another form has no sentence. */
export const decodeDetail = (text: string): EventDetail => {
  const parsed: unknown = text.startsWith('{')
    ? JSON.parse(text, (key, value: unknown) => (key.endsWith('Cents') && typeof value === 'string' ? BigInt(value) : value))
    : {};
  const args = Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}).flatMap(([name, value]) =>
    isArg(value) ? [[name, value] as const] : [],
  );
  return { says: '', ...Object.fromEntries(args) };
};

const isArg = (value: unknown): value is string | number | bigint => ['string', 'number', 'bigint'].includes(typeof value);
