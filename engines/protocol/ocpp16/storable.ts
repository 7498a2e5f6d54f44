/** Characters that PostgreSQL cannot store: the zero character, and an unpaired surrogate. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH_UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Whether a JSON text may contain such characters at all: it can only spell them as an escape. */
export const mayBeUnstorable = (jsonText: string): boolean => jsonText.includes('\\u');

/** Whether every text within a JSON value can be stored. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
};

/**
 * The same JSON value with a replacement character for each character that cannot be stored. The result is never a text with another meaning, such as
 * another card.
 */
export const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]));
};

export const storableText = (text: string): string => text.replace(EACH_UNSTORABLE, '\uFFFD');
