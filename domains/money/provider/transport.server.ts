/** A request to a provider, exactly as it is sent. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
  /** How long the answer may take; that of a usual call when left out. */
  readonly maxMs?: number;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The answer, or the code of why there is none: the request may have been carried out all the same. */
export type ProviderTransport = (request: ProviderRequest) => Promise<ProviderAnswer | string>;

/** What the adapters are given. */
export interface ProviderParts {
  readonly transport: ProviderTransport;
  /** The origin of the provider, such as `https://api.mch.weixin.qq.com`. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** 32 letters that are never repeated. */
  readonly nonce: () => string;
}

const CALL_MAX_MS = 10_000;
/** For the file of a bill. */
export const DOWNLOAD_MAX_MS = 5 * 60_000;
/** The largest bill of a day; a payment has about 400 bytes. */
const ANSWER_MAX_BYTES = 256 * 1024 * 1024;

/** Calls the provider over HTTP. Redirects are not followed, because no provider uses them for calls. */
export const sendToProvider: ProviderTransport = async ({ method, url, headers, body, maxMs = CALL_MAX_MS }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers },
      ...(method === 'POST' && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(maxMs),
    });
    const bytes = await readBytes(response);
    return bytes ? { status: response.status, headers: response.headers, bytes } : 'tooLong';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network';
  }
};

/** Undefined for an answer that is too long. */
const readBytes = async ({ body }: Response): Promise<Buffer | undefined> => {
  if (!body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return Buffer.concat(chunks);
    size += value.length;
    chunks.push(value);
    if (size <= ANSWER_MAX_BYTES) continue;
    await reader.cancel();
    return undefined;
  }
};
