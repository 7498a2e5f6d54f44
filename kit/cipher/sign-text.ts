/** The parts of a request that X-Sign covers. */
export interface SignedRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The exact text that is sent; undefined without a body. */
  readonly body: string | undefined;
}

/** Not signed, because it only prevents caching. */
const UNSIGNED = '_t';
const PATH_KEY = 'x-path-variable';

/**
 * The text whose MD5, followed by the secret, is X-Sign. Query and flat body are merged into one object in which the body takes precedence, with
 * keys in ascending order and numbers as texts. A nested body is signed as the text that is sent, because two programs may serialise it
 * differently.
 */
export const signText = ({ path, query, body }: SignedRequest): string => {
  const parsed = parseObject(body);
  const flat = parsed === undefined || Object.values(parsed).some((value) => typeof value === 'object' && value !== null) ? undefined : parsed;
  const last = decodeURIComponent(path.split('/').at(-1) ?? '');
  const parameters = { ...query, ...flat, ...(last.includes(',') && { [PATH_KEY]: last }) };
  const entries = Object.entries(parameters)
    .filter(([name, value]) => name !== UNSIGNED && value !== undefined)
    .map(([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(entries)) + (flat === undefined ? (body ?? '') : '');
};

const parseObject = (body: string | undefined): Readonly<Record<string, unknown>> | undefined => {
  if (body === undefined || body === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};
