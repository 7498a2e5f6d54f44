/** Whether the database accepts a JSON text. It accepts neither NUL nor an unpaired surrogate, which JSON writes as escapes. */
export const isStorable = (json: string): boolean => !/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(json);

/** A value as JSON that the database accepts; each such character is replaced. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.replace(UNSTORABLE, '\uFFFD') : each));
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
