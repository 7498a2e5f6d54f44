/** Reads values of parsed JSON of which nothing is known. Each returns undefined when the value is absent or of another type. */

export const valueAt = (value: unknown, ...path: readonly string[]): unknown => {
  let at = value;
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return at;
};

export const textAt = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = valueAt(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** An integer as a bigint. Numbers beyond 2^53 are not believed. */
export const integerAt = (value: unknown, ...path: readonly string[]): bigint | undefined => {
  const found = valueAt(value, ...path);
  return Number.isSafeInteger(found) ? BigInt(Number(found)) : undefined;
};

/** An instant in ISO 8601 with its zone. */
export const instantAt = (value: unknown, ...path: readonly string[]): Date | undefined => {
  const text = textAt(value, ...path);
  if (text === undefined) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
};

/** Undefined for a text that is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
};
