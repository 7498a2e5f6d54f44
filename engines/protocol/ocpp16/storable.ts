/** Text that PostgreSQL does not keep: the zero character, and one half of a pair that makes a character. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH_UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Whether a JSON text may hold such characters at all: it can only spell them as an escape. */
export const mayBeUnstorable = (jsonText: string): boolean => jsonText.includes('\\u');

/** Whether every text within a JSON value can be stored. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorable(each));
};

/** The same JSON value with a replacement character for each that cannot be stored; never a text that means something else, such as another card. */
export const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storableText(key), storable(each)]));
};

export const storableText = (text: string): string => text.replace(EACH_UNSTORABLE, '\uFFFD');
