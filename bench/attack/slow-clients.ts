import { atMost } from './figures.ts';
import { attackerAddress, dialRaw } from './raw.ts';
import type { Scenario } from './scenario.ts';

const GROUP = 2;
/** Nothing may live longer: the longest time that a client has, and what the sweep and a busy machine add. */
const LIMITS_S = { api: 30, piles: 20 } as const;
const GIVE_UP_MS = 60_000;
const EVERY_MS = 1_000;

interface SlowClient {
  readonly what: string;
  readonly port: 'http' | 'ocpp' | 'pile';
  readonly first: string | Buffer;
  /** Then a byte of it each second; empty says nothing more. */
  readonly drip: string;
}

const post = (path: string, headers: readonly string[]): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`;
const LOGIN = '/jeecg-boot/sys/login';
const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=b';
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

const KINDS: readonly SlowClient[] = [
  { what: 'says nothing', port: 'http', first: '', drip: '' },
  { what: 'headers', port: 'http', first: `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nX-Slow: `, drip: 'x' },
  { what: 'a body', port: 'http', first: post(LOGIN, [JSON_TYPE, 'Content-Length: 1000']), drip: ' ' },
  { what: 'a body in chunks', port: 'http', first: post(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked']), drip: '1\r\n \r\n' },
  { what: 'an upload', port: 'http', first: post('/jeecg-boot/sys/common/upload', [FORM_TYPE, 'Content-Length: 100000']) + PART, drip: 'x' },
  { what: 'a body that nobody reads', port: 'http', first: post('/nowhere', ['Content-Length: 1000']), drip: 'x' },
  { what: 'says nothing (OCPP)', port: 'ocpp', first: '', drip: '' },
  { what: 'headers (OCPP)', port: 'ocpp', first: 'GET /ocpp/B000010 HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' },
  { what: 'says nothing (native)', port: 'pile', first: '', drip: '' },
  { what: 'a frame that never ends (native)', port: 'pile', first: Buffer.from([0x68]), drip: '\0' },
];

/** Clients that hold their connection by saying a byte a second. */
export const slowClients: Scenario = {
  name: 'slow headers, bodies and frames',
  run: async ({ target, isShort }) => {
    const many = isShort ? 3 : 100;
    const lives = await Promise.all(
      KINDS.map(async (kind) => {
        const each = await Promise.all(Array.from({ length: many }, (_unused, nth) => lifeOf(target.ports[kind.port], kind, nth)));
        return { kind, longestMs: Math.max(...each) };
      }),
    );
    return lives.map(({ kind: { what, port }, longestMs }) =>
      atMost(`longest life of ${many} connections: ${what}`, longestMs / 1_000, { of: port === 'http' ? LIMITS_S.api : LIMITS_S.piles, unit: 's' }),
    );
  },
};

const lifeOf = async (port: number, { first, drip }: SlowClient, nth: number): Promise<number> => {
  const { socket, closed } = dialRaw(port, attackerAddress(GROUP, nth));
  if (first.length > 0) socket.write(first);
  let said = 0;
  const dripping = setInterval(() => {
    if (drip !== '' && !socket.destroyed) socket.write(drip[said++ % drip.length] ?? ' ');
  }, EVERY_MS);
  const giveUp = setTimeout(() => socket.destroy(), GIVE_UP_MS);
  const livedMs = await closed;
  clearInterval(dripping);
  clearTimeout(giveUp);
  return livedMs;
};
