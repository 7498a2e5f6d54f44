/** Whether the database takes a JSON text: it knows neither NUL nor half a pair of surrogates, which JSON writes as escapes. */
export const isStorable = (json: string): boolean => !/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(json);

/** A value as JSON that the database takes: each such character within a text is replaced. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.replace(UNSTORABLE, '\uFFFD') : each));
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
