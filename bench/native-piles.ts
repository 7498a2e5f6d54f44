/** The clients of bench/native-listener.ts: many light piles in a process of their own. */
import { connect, type Socket } from 'node:net';
import { crc16 } from '#engines/protocol/codec/crc16.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { loginRequest, openLink, writeRequest } from '#engines/protocol/native/client.ts';
import { messages } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';

const [mode = 'idle', portText = '0', pilesText = '1', secondsText = '5'] = process.argv.slice(2);
const port = Number(portText);
const piles = Number(pilesText);
const seconds = Number(secondsText);
const REPLY_BYTES = 31;
const LOGIN_REPLY_BYTES = 67;
const RETRY_MS = 200;
const LOGINS_AT_ONCE = 500;

const codeOf = (pile: number): string => `CP${String(pile).padStart(8, '0')}`;
const framesOf = (cpCode: string): { login: Uint8Array; sample: Uint8Array } => {
  const link = openLink({ cpCode, secret: null, encryptionMode: 0, random: 1, nowMs: Date.now() });
  const time = Math.floor(Date.now() / 1_000);
  const login = loginRequest(link, { cpType: 1, gunCount: 1, mainHw: '', mainSw: '', time, nonce: '00'.repeat(8) }, nodeCrypto);
  const row = { ...messages['0010'].body.sample(seededRng(1)), time };
  return {
    login: writeRequest(link, login, { crypto: nodeCrypto }).bytes,
    sample: writeRequest(link, { type: '0010', body: row }, { crypto: nodeCrypto, sequence: 2 }).bytes,
  };
};
/** The same frame with another sequence. */
const renumber = (frame: Uint8Array, sequence: number): Uint8Array => {
  const next = Buffer.from(frame);
  next.writeUInt32LE(sequence, 6);
  next.writeUInt16LE(crc16(next, 0, next.length - 2), next.length - 2);
  return next;
};

/** Returns a function that waits until so many bytes have arrived. */
const createReader = (socket: Socket): ((bytes: number) => Promise<void>) => {
  let remainingBytes = 0;
  let done = () => {};
  socket.on('data', (chunk) => {
    remainingBytes -= chunk.length;
    if (remainingBytes <= 0) done();
  });
  return (bytes) =>
    new Promise((resolve) => {
      remainingBytes += bytes;
      done = resolve;
      if (remainingBytes <= 0) resolve();
    });
};
const dial = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => undefined);
  });
const sendToParent = (facts: object): void => void process.send?.(facts);

const runActive = async (): Promise<void> => {
  const ready = await Promise.all(
    Array.from({ length: piles }, async (_, pile) => {
      const { login, sample } = framesOf(codeOf(pile));
      const socket = await dial();
      const read = createReader(socket);
      if (mode === 'samples') {
        socket.write(login);
        await read(LOGIN_REPLY_BYTES);
      }
      return { socket, read, sample };
    }),
  );
  sendToParent({ ready: ready.length });
  await new Promise((resolve) => {
    process.once('message', resolve);
  });
  const begunMs = performance.now();
  const times: number[] = [];
  const replyBytes = mode === 'echo' ? 93 : REPLY_BYTES;
  await Promise.all(
    ready.map(async ({ socket, read, sample }) => {
      for (let sequence = 3; performance.now() - begunMs < seconds * 1_000; sequence += 1) {
        const sentMs = performance.now();
        socket.write(renumber(sample, sequence));
        await read(replyBytes);
        times.push(performance.now() - sentMs);
      }
    }),
  );
  times.sort((a, b) => a - b);
  sendToParent({ messages: times.length, seconds: (performance.now() - begunMs) / 1_000, p95Ms: times[Math.floor(times.length * 0.95)] ?? 0 });
};

/** Logs in every pile, and again when the connections end; reports how long each round took from its start. */
const runIdle = async (): Promise<void> => {
  const frames = Array.from({ length: piles }, (_, pile) => framesOf(codeOf(pile)).login);
  for (;;) {
    const begunMs = Date.now();
    let closed: Promise<void>[] = [];
    for (let from = 0; from < piles; from += LOGINS_AT_ONCE) {
      const sockets = await Promise.all(frames.slice(from, from + LOGINS_AT_ONCE).map(logIn));
      closed = [
        ...closed,
        ...sockets.map(
          (socket) =>
            new Promise<void>((resolve) => {
              socket.once('close', () => resolve());
            }),
        ),
      ];
    }
    sendToParent({ ms: Date.now() - begunMs });
    await Promise.all(closed);
  }
};
const logIn = async (login: Uint8Array): Promise<Socket> => {
  for (;;) {
    try {
      const socket = await dial();
      const read = createReader(socket);
      socket.write(login);
      await read(LOGIN_REPLY_BYTES);
      return socket;
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
};

await (mode === 'idle' ? runIdle() : runActive());
