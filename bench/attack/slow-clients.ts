import { atMost } from './figures.ts';
import { attackerAddress, dialRaw } from './raw-connection.ts';
import type { Scenario } from './scenario.ts';

const GROUP = 2;
/** The longest time for which a connection may stay open: the longest timeout of a client, and what the sweep and a busy machine add. */
const LIMITS_S = { api: 30, piles: 20 } as const;
const CONNECTION_TIMEOUT_MS = 60_000;
const DRIP_INTERVAL_MS = 1_000;

interface SlowClient {
  readonly name: string;
  readonly port: 'http' | 'ocpp' | 'pile';
  readonly first: string | Buffer;
  /** Then one byte of this is sent each second; empty sends nothing more. */
  readonly drip: string;
}

const post = (path: string, headers: readonly string[]): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`;
const LOGIN = '/jeecg-boot/sys/login';
const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=b';
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

const SLOW_CLIENTS: readonly SlowClient[] = [
  { name: 'says nothing', port: 'http', first: '', drip: '' },
  { name: 'headers', port: 'http', first: `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nX-Slow: `, drip: 'x' },
  { name: 'a body', port: 'http', first: post(LOGIN, [JSON_TYPE, 'Content-Length: 1000']), drip: ' ' },
  { name: 'a body in chunks', port: 'http', first: post(LOGIN, [JSON_TYPE, 'Transfer-Encoding: chunked']), drip: '1\r\n \r\n' },
  { name: 'an upload', port: 'http', first: post('/jeecg-boot/sys/common/upload', [FORM_TYPE, 'Content-Length: 100000']) + PART, drip: 'x' },
  { name: 'a body that nobody reads', port: 'http', first: post('/nowhere', ['Content-Length: 1000']), drip: 'x' },
  { name: 'says nothing (OCPP)', port: 'ocpp', first: '', drip: '' },
  { name: 'headers (OCPP)', port: 'ocpp', first: 'GET /ocpp/B000010 HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' },
  { name: 'says nothing (native)', port: 'pile', first: '', drip: '' },
  { name: 'a frame that never ends (native)', port: 'pile', first: Buffer.from([0x68]), drip: '\0' },
];

/** Clients that keep their connections open by sending one byte a second. */
export const slowClients: Scenario = {
  name: 'slow headers, bodies and frames',
  run: async ({ target, isShort }) => {
    const connectionCount = isShort ? 3 : 100;
    const lifetimes = await Promise.all(
      SLOW_CLIENTS.map(async (kind) => {
        const lifetimesMs = await Promise.all(
          Array.from({ length: connectionCount }, (_unused, nth) => lifetimeOf(target.ports[kind.port], kind, nth)),
        );
        return { kind, longestMs: Math.max(...lifetimesMs) };
      }),
    );
    return lifetimes.map(({ kind: { name: what, port }, longestMs }) =>
      atMost(`longest life of ${connectionCount} connections: ${what}`, longestMs / 1_000, {
        of: port === 'http' ? LIMITS_S.api : LIMITS_S.piles,
        unit: 's',
      }),
    );
  },
};

const lifetimeOf = async (port: number, { first, drip }: SlowClient, nth: number): Promise<number> => {
  const { socket, closed } = dialRaw(port, attackerAddress(GROUP, nth));
  if (first.length > 0) socket.write(first);
  let sentCount = 0;
  const dripTimer = setInterval(() => {
    if (drip !== '' && !socket.destroyed) socket.write(drip[sentCount++ % drip.length] ?? ' ');
  }, DRIP_INTERVAL_MS);
  const timeout = setTimeout(() => socket.destroy(), CONNECTION_TIMEOUT_MS);
  const lifetimeMs = await closed;
  clearInterval(dripTimer);
  clearTimeout(timeout);
  return lifetimeMs;
};
