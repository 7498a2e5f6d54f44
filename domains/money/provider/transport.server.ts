/** A request to a provider, exactly as it is sent. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The answer, or the code of why there is none: the request may have been carried out all the same. */
export type ProviderTransport = (request: ProviderRequest) => Promise<ProviderAnswer | string>;

const CALL_MAX_MS = 10_000;
/** The largest bill of a day; a payment has about 400 bytes. */
const ANSWER_MAX_BYTES = 256 * 1024 * 1024;

/** Calls the provider over HTTP. Redirects are not followed, because no provider uses them for calls. */
export const sendToProvider: ProviderTransport = async ({ method, url, headers, body }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      ...(method === 'POST' && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MAX_MS),
    });
    const bytes = await readBytes(response);
    return bytes ? { status: response.status, headers: response.headers, bytes } : 'tooLong';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network';
  }
};

/** Undefined for an answer that is too long. */
const readBytes = async (response: Response): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the body.
    if (size > ANSWER_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
