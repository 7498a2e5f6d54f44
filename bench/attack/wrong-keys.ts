import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atMost, never } from './figures.ts';
import { guessNative, guessOcpp } from './guesses.ts';
import { attackerAddress, dialRaw } from './raw.ts';
import type { Scenario, Stage } from './scenario.ts';
import { PILES } from './target.ts';

const GROUP = 5;

/** Invented credentials of every kind: tokens, tickets, signatures, secrets of piles. */
export const wrongKeys: Scenario = {
  name: 'wrong keys',
  run: async (stage) => {
    const many = stage.isShort ? 20 : 400;
    const nths = Array.from({ length: many }, (_unused, nth) => nth);
    const tokens = await counted(nths, () => isTokenTaken(stage));
    const tickets = await counted(nths, (nth) => isTicketTaken(stage, nth));
    const signs = await counted(nths, () => isSignTaken(stage));
    const { pile, ocpp } = stage.target.ports;
    const secrets = await counted(nths.slice(0, PILES.native), (nth) => guessNative(pile, { index: nth, from: attackerAddress(GROUP, nth) }));
    const passwords = await counted(nths.slice(0, PILES.ocpp), (nth) =>
      guessOcpp(ocpp, { index: PILES.native + nth, from: attackerAddress(GROUP, nth) }),
    );
    return [
      never(`session tokens taken, of ${many}`, tokens),
      never(`tickets of live lines taken, of ${many}`, tickets),
      never(`signatures taken, of ${many}`, signs),
      never(`secrets of native piles taken, of ${PILES.native}`, secrets),
      never(`passwords of OCPP piles taken, of ${PILES.ocpp}`, passwords),
    ];
  },
};

/** A second process of the product that joins the database with a key other than the one that encrypted it. */
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

const counted = async (nths: readonly number[], isTaken: (nth: number) => Promise<boolean>): Promise<number> => {
  let taken = 0;
  for (const nth of nths) taken += (await isTaken(nth)) ? 1 : 0;
  return taken;
};

const random = (): string => randomBytes(24).toString('base64url');

const isTokenTaken = async ({ target }: Stage): Promise<boolean> => {
  const response = await fetch(`${target.url}/station/sseStation/list`, { headers: { 'x-access-token': random() } });
  const { success } = (await response.json()) as { success: boolean };
  return success || response.status !== 401;
};

const isSignTaken = async ({ target }: Stage): Promise<boolean> => {
  const headers = { 'x-sign': randomBytes(16).toString('hex').toUpperCase(), 'x-timestamp': String(Date.now()) };
  const response = await fetch(`${target.url}/sys/dict/getDictItems/sex`, { headers });
  const { refusal } = (await response.json()) as { refusal?: string };
  return refusal !== 'badSign';
};

const isTicketTaken = async ({ target }: Stage, nth: number): Promise<boolean> => {
  const { socket, heard, closed } = dialRaw(target.ports.http, attackerAddress(GROUP, nth));
  const headers = [
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  socket.write(`GET /jeecg-boot/live HTTP/1.1\r\n${headers.join('\r\n')}\r\nSec-WebSocket-Protocol: ticket.${random()}\r\n\r\n`);
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  socket.destroy();
  await closed;
  return !heard().startsWith('HTTP/1.1 401');
};
