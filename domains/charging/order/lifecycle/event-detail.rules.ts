import type { RefusalArgs } from '#engines/order/verdict.ts';

/** What is kept of an event beside its kind: the name of a sentence and its values, for whoever reads it in his own language. */
export interface Detail extends RefusalArgs {
  readonly says: string;
}

export const keptDetail = (detail: Detail): string =>
  JSON.stringify(detail, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Amounts (names in `Cents`) come back as integers. A text of another kind has no sentence. */
export const readDetail = (text: string): Detail => {
  const told: unknown = text.startsWith('{')
    ? JSON.parse(text, (key, value: unknown) => (key.endsWith('Cents') && typeof value === 'string' ? BigInt(value) : value))
    : {};
  const args = Object.entries(typeof told === 'object' && told !== null ? told : {}).flatMap(([name, value]) =>
    isArg(value) ? [[name, value] as const] : [],
  );
  return { says: '', ...Object.fromEntries(args) };
};

const isArg = (value: unknown): value is string | number | bigint => ['string', 'number', 'bigint'].includes(typeof value);
