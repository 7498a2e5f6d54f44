import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atMost, never } from './figures.ts';
import { guessNative, guessOcpp } from './login-guesses.ts';
import { attackerAddress, dialRaw } from './raw-connection.ts';
import type { Scenario, AttackContext } from './scenario.ts';
import { PILES } from './target.ts';

const GROUP = 5;

/** Invented credentials of every kind: tokens, tickets, signatures, secrets of piles. */
export const wrongKeys: Scenario = {
  name: 'wrong keys',
  run: async (context) => {
    const attemptCount = context.isShort ? 20 : 400;
    const indexes = Array.from({ length: attemptCount }, (_unused, nth) => nth);
    const acceptedTokens = await countAccepted(indexes, () => isTokenAccepted(context));
    const acceptedTickets = await countAccepted(indexes, (nth) => isTicketAccepted(context, nth));
    const acceptedSignatures = await countAccepted(indexes, () => isSignatureAccepted(context));
    const { pile, ocpp } = context.target.ports;
    const acceptedSecrets = await countAccepted(indexes.slice(0, PILES.native), (nth) =>
      guessNative(pile, { index: nth, from: attackerAddress(GROUP, nth) }),
    );
    const acceptedPasswords = await countAccepted(indexes.slice(0, PILES.ocpp), (nth) =>
      guessOcpp(ocpp, { index: PILES.native + nth, from: attackerAddress(GROUP, nth) }),
    );
    return [
      never(`session tokens taken, of ${attemptCount}`, acceptedTokens),
      never(`tickets of live lines taken, of ${attemptCount}`, acceptedTickets),
      never(`signatures taken, of ${attemptCount}`, acceptedSignatures),
      never(`secrets of native piles taken, of ${PILES.native}`, acceptedSecrets),
      never(`passwords of OCPP piles taken, of ${PILES.ocpp}`, acceptedPasswords),
    ];
  },
};

/** Starts a second process of the product on the same database, with a key other than the one that encrypted it. */
export const foreignKey: Scenario = {
  name: 'a start with a foreign key',
  run: async ({ target }) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'chargeops-foreign-'));
    try {
      const { exitCode, output } = await target.startAnother({
        DATABASE_URL: target.databaseUrl,
        DATA_DIR: dataDir,
        SECRETS_KEY: randomBytes(32).toString('hex'),
      });
      return [
        never('starts with a foreign key', exitCode === undefined ? 1 : 0),
        atMost('lines it says why not', output.trim().split('\n').length, { of: 1, unit: '' }),
      ];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const countAccepted = async (indexes: readonly number[], isTaken: (nth: number) => Promise<boolean>): Promise<number> => {
  let acceptedCount = 0;
  for (const nth of indexes) acceptedCount += (await isTaken(nth)) ? 1 : 0;
  return acceptedCount;
};

const randomToken = (): string => randomBytes(24).toString('base64url');

const isTokenAccepted = async ({ target }: AttackContext): Promise<boolean> => {
  const response = await fetch(`${target.url}/station/sseStation/list`, { headers: { 'x-access-token': randomToken() } });
  const { success } = (await response.json()) as { success: boolean };
  return success || response.status !== 401;
};

const isSignatureAccepted = async ({ target }: AttackContext): Promise<boolean> => {
  const headers = { 'x-sign': randomBytes(16).toString('hex').toUpperCase(), 'x-timestamp': String(Date.now()) };
  const response = await fetch(`${target.url}/sys/dict/getDictItems/sex`, { headers });
  const { refusal } = (await response.json()) as { refusal?: string };
  return refusal !== 'badSign';
};

const isTicketAccepted = async ({ target }: AttackContext, nth: number): Promise<boolean> => {
  const { socket, received, closed } = dialRaw(target.ports.http, attackerAddress(GROUP, nth));
  const headers = [
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  socket.write(`GET /jeecg-boot/live HTTP/1.1\r\n${headers.join('\r\n')}\r\nSec-WebSocket-Protocol: ticket.${randomToken()}\r\n\r\n`);
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  socket.destroy();
  await closed;
  return !received().startsWith('HTTP/1.1 401');
};
