import { setTimeout as sleep } from 'node:timers/promises';
import { never } from './figures.ts';
import { attackerAddress, dialRaw, seededPicker } from './raw-connection.ts';
import type { Scenario, AttackContext } from './scenario.ts';

const GROUP = 1;
const SEED = 20_260_101;
const AT_ONCE = 32;
/**
 * The time that the process may need to release the last connection, without the time in which it waited for a processor: a refused upgrade has two
 * seconds to take its answer.
 */
const RELEASE_MAX_MS = 4_000;

/** Sends malformed upgrade requests, whole or broken off, and resets them at any moment, to both ports that accept upgrades. */
export const upgrades: Scenario = {
  name: 'fuzzed upgrades and resets',
  run: async ({ target, isShort }) => {
    const pick = seededPicker(SEED);
    const { pid } = target.server;
    let remainingAttempts = isShort ? 600 : 20_000;
    const lane = async (): Promise<void> => {
      while (remainingAttempts > 0) {
        remainingAttempts -= 1;
        await attempt(remainingAttempts % 2 ? target.ports.http : target.ports.ocpp, { nth: remainingAttempts, pick });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const ownMs = (): number => performance.now() - target.processorWaitMs();
    const endMs = ownMs() + RELEASE_MAX_MS;
    while (heldConnections(target) > 0 && ownMs() < endMs) await sleep(50);
    const isSame = target.server.pid === pid && target.server.exitCode === null;
    return [never('processes that ended', isSame ? 0 : 1), never('connections left behind', heldConnections(target))];
  },
};

const heldConnections = (target: AttackContext['target']): number =>
  target.connections(target.ports.http, GROUP) + target.connections(target.ports.ocpp, GROUP);

type Pick = ReturnType<typeof seededPicker>;

const attempt = async (port: number, { nth, pick }: { readonly nth: number; readonly pick: Pick }): Promise<void> => {
  const { socket, closed } = dialRaw(port, attackerAddress(GROUP, nth));
  const request = requestOf(pick);
  // Some are broken off at a random byte.
  socket.write(pick(4) === 0 ? request.subarray(0, pick(request.length)) : request);
  const response = new Promise((resolve) => socket.once('data', resolve));
  switch (pick(4)) {
    case 0:
      await sleep(pick(10));
      socket.resetAndDestroy();
      break;
    case 1:
      await Promise.race([response, sleep(200)]);
      socket.resetAndDestroy();
      break;
    case 2:
      socket.end();
      await Promise.race([closed, sleep(200)]);
      break;
    default:
      await Promise.race([closed, sleep(100)]);
  }
  socket.destroy();
  await closed;
};

const TARGETS = [
  '//',
  '/',
  '///x',
  'http://[',
  'http://x/jeecg-boot/live',
  '*',
  '?',
  '%',
  '/%',
  '/jeecg-boot/live',
  '/jeecg-boot/live/',
  '/jeecg-boot/websocket/1',
  '/jeecg-boot/vxeSocket/1/x',
];
const OCPP_TARGETS = ['/ocpp/', '/ocpp/B000010', '/ocpp/%ff', '/ocpp/../../x', `/ocpp/${'x'.repeat(4_000)}`, '/ocpp/B000010?x=%', '/ocpp/%00'];
const HEADERS = [
  'Host: x',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Upgrade: ,',
  'Connection: Upgrade',
  'Connection: keep-alive, Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Version: 99',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Key: short',
  'Sec-WebSocket-Protocol: ocpp1.6',
  'Sec-WebSocket-Protocol: ticket.none',
  'Sec-WebSocket-Protocol: ,,,',
  'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99',
  'Authorization: Basic !!!',
  'Authorization: Basic QjAwMDAxMDp3cm9uZw==',
  'Origin: null',
  'Origin: http://[',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'X-Forwarded-For: ,,,',
];

const requestOf = (pick: Pick): Buffer => {
  const targets = [...TARGETS, ...OCPP_TARGETS];
  const target = targets[pick(targets.length)] ?? '/';
  const method = ['GET', 'GET', 'GET', 'GET', 'POST', 'OPTIONS', 'BREW'][pick(7)] ?? 'GET';
  const headers = HEADERS.filter((_unused, index) => pick(index < 9 ? 2 : 6) === 0);
  const request = Buffer.from(
    `${method} ${target} HTTP/1.${pick(10) === 0 ? 0 : 1}\r\n${headers.join('\r\n')}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  // Some contain a random byte, and some are followed by the bytes of a frame.
  if (pick(8) === 0) request[pick(request.length)] = pick(256);
  return pick(5) === 0 ? Buffer.concat([request, Buffer.from(Array.from({ length: pick(200) }, () => pick(256)))]) : request;
};
