import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './public-address.ts';

/** Connecting includes the name server and TLS; the whole call includes reading the answer. */
export const egressBounds = { connectMs: 5_000, totalMs: 10_000, answerBytes: 65_536, urlLength: 2_048 } as const;

/** Why a call was not made or has no answer. The first four depend only on the address, and a later attempt changes nothing. */
export type EgressProblem = 'badUrl' | 'notHttps' | 'credentials' | 'insideAddress' | 'unresolved' | 'connectTimeout' | 'timeout' | 'network';

/** A call without an answer. Its text never contains the address, because the address of a robot contains its secret. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly problem: EgressProblem;
  /** The receiver may have got the whole request. */
  readonly wasSent: boolean;
  constructor(problem: EgressProblem, { wasSent = false, detail = '' }: { readonly wasSent?: boolean; readonly detail?: string } = {}) {
    super(detail ? `${problem} ${detail}` : problem);
    this.problem = problem;
    this.wasSent = wasSent;
  }
}

export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EgressAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** At most `egressBounds.answerBytes`; the rest is not read. */
  readonly body: string;
}

/** Calls addresses that users have entered. It never calls an address inside our own network. */
export interface Egress {
  /** What is wrong with an address as far as it can be seen without a name server. */
  problemOf(url: string): EgressProblem | undefined;
  /**
   * Posts once. The host is resolved once, refused when any of its addresses is not public, and the connection goes to an address that was checked.
   * Redirects are not followed and are returned as they are. Throws `EgressError` when there is no answer.
   */
  post(request: EgressRequest): Promise<EgressAnswer>;
}

export interface EgressOptions {
  /** Origins that may be called although they are inside or speak HTTP, such as `http://chat.lan:8065`. */
  readonly insideOrigins?: ReadonlySet<string>;
  /** Whether public hosts may be called over HTTP. */
  readonly allowsHttp?: boolean;
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly isPublic?: (address: string) => boolean;
  readonly bounds?: Readonly<Record<keyof typeof egressBounds, number>>;
}

type Policy = Required<EgressOptions>;

export const createEgress = (options: EgressOptions = {}): Egress => {
  const policy: Policy = {
    insideOrigins: new Set(),
    allowsHttp: false,
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    isPublic: (address) => isPublicAddress(address) && !ownAddresses().has(address),
    bounds: egressBounds,
    ...options,
  };
  const problemOf = (url: string): EgressProblem | undefined => {
    const checked = checkUrl(policy, url);
    return typeof checked === 'string' ? checked : undefined;
  };
  return { problemOf, post: (request) => post(policy, request) };
};

/** The machine's own addresses, which may be public ones. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address)));

const checkUrl = ({ insideOrigins, allowsHttp, isPublic, bounds }: Policy, text: string): URL | EgressProblem => {
  if (text.length > bounds.urlLength || !URL.canParse(text)) return 'badUrl';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'badUrl';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (insideOrigins.has(url.origin)) return url;
  if (url.protocol === 'http:' && !allowsHttp) return 'notHttps';
  const host = hostOf(url);
  return isIP(host) > 0 && !isPublic(host) ? 'insideAddress' : url;
};

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const post = async (policy: Policy, request: EgressRequest): Promise<EgressAnswer> => {
  const url = checkUrl(policy, request.url);
  if (typeof url === 'string') throw new EgressError(url);
  const call = new Call(policy.bounds);
  try {
    const addresses = await call.race(addressesOf(policy, url));
    return await call.race(call.send(url, { ...request, addresses }));
  } finally {
    call.end();
  }
};

const addressesOf = async ({ resolve, isPublic, insideOrigins }: Policy, url: URL): Promise<readonly string[]> => {
  const host = hostOf(url);
  const addresses = isIP(host) > 0 ? [host] : await resolve(host).catch((): readonly string[] => []);
  if (addresses.length === 0) throw new EgressError('unresolved');
  if (!insideOrigins.has(url.origin) && !addresses.every(isPublic)) throw new EgressError('insideAddress');
  return addresses;
};

/** One call with its two time limits. */
class Call {
  readonly #bounds: Policy['bounds'];
  readonly #failed: Promise<never>;
  readonly #connectTimer: NodeJS.Timeout;
  readonly #totalTimer: NodeJS.Timeout;
  #wasSent = false;
  #request: ClientRequest | undefined;
  #fail: (error: EgressError) => void = () => undefined;

  constructor(bounds: Policy['bounds']) {
    this.#bounds = bounds;
    this.#failed = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    // The promise may fail while nobody waits for it.
    this.#failed.catch(() => undefined);
    this.#connectTimer = setTimeout(() => this.#fail(new EgressError('connectTimeout')), bounds.connectMs);
    this.#totalTimer = setTimeout(() => this.#fail(new EgressError('timeout', { wasSent: this.#wasSent })), bounds.totalMs);
  }

  async race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#failed]);
  }

  end(): void {
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#totalTimer);
    this.#request?.destroy();
  }

  async send(url: URL, { headers, body, addresses }: EgressRequest & { readonly addresses: readonly string[] }): Promise<EgressAnswer> {
    const isHttps = url.protocol === 'https:';
    const request = (isHttps ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // A connection of its own: a kept one could lead to an address that was checked for another call.
      agent: false,
      lookup: lookupIn(addresses),
      headers: { accept: '*/*', 'user-agent': 'ChargeOps', ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    this.#request = request;
    request.on('socket', (socket) => socket.on(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(this.#connectTimer)));
    request.on('finish', () => (this.#wasSent = true));
    return new Promise((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException): void =>
        reject(new EgressError('network', { wasSent: this.#wasSent, detail: error.code?.slice(0, 40) ?? '' }));
      request.on('error', fail);
      request.on('response', (response) => {
        readText(response, this.#bounds.answerBytes).then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          fail,
        );
      });
      request.end(body);
    });
  }
}

/** Answers with the checked addresses, whatever a name server would say now. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };

const readText = async (response: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const part: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    chunks.push(part.subarray(0, maxBytes - bytes));
    bytes += part.length;
    // Leaving the loop destroys the stream.
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
};
