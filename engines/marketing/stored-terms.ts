import { RATE_TYPES, type RateType } from '#engines/tariff/codes.ts';

/** Readers of the stored terms of what people hold. */
export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export const readTexts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** Undefined: all fee item types. */
export const readRateTypes = (value: unknown): readonly RateType[] | undefined | 'malformed' => {
  if (value === null || value === undefined) return undefined;
  if (!Array.isArray(value)) return 'malformed';
  const known = RATE_TYPES.filter((rateType) => value.includes(rateType));
  return known.length === value.length ? known : 'malformed';
};
