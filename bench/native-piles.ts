/** The other side of bench/native-listener.ts: many cheap piles in a process of their own. */
import { connect, type Socket } from 'node:net';
import { crc16 } from '#engines/protocol/codec/crc16.ts';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { loginRequest, openLink, sayRequest } from '#engines/protocol/native/client.ts';
import { messages } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';

const [mode = 'idle', portText = '0', pilesText = '1', secondsText = '5'] = process.argv.slice(2);
const port = Number(portText);
const piles = Number(pilesText);
const seconds = Number(secondsText);
const REPLY_BYTES = 31;
const LOGIN_REPLY_BYTES = 67;
const RETRY_MS = 200;
const AT_ONCE = 500;

const codeOf = (pile: number): string => `CP${String(pile).padStart(8, '0')}`;
const framesOf = (cpCode: string): { login: Uint8Array; sample: Uint8Array } => {
  const link = openLink({ cpCode, secret: null, encryptionMode: 0, random: 1, nowMs: Date.now() });
  const time = Math.floor(Date.now() / 1_000);
  const login = loginRequest(link, { cpType: 1, gunCount: 1, mainHw: '', mainSw: '', time, nonce: '00'.repeat(8) }, nodeCrypto);
  const row = { ...messages['0010'].body.sample(seededRng(1)), time };
  return {
    login: sayRequest(link, login, { crypto: nodeCrypto }).bytes,
    sample: sayRequest(link, { type: '0010', body: row }, { crypto: nodeCrypto, sequence: 2 }).bytes,
  };
};
/** The same frame under the next sequence. */
const renumber = (frame: Uint8Array, sequence: number): Uint8Array => {
  const next = Buffer.from(frame);
  next.writeUInt32LE(sequence, 6);
  next.writeUInt16LE(crc16(next, 0, next.length - 2), next.length - 2);
  return next;
};

/** Resolves when so many bytes have come. */
const reader = (socket: Socket): ((bytes: number) => Promise<void>) => {
  let wanted = 0;
  let done = () => {};
  socket.on('data', (chunk) => {
    wanted -= chunk.length;
    if (wanted <= 0) done();
  });
  return (bytes) =>
    new Promise((resolve) => {
      wanted += bytes;
      done = resolve;
      if (wanted <= 0) resolve();
    });
};
const dial = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => undefined);
  });
const tell = (facts: object): void => void process.send?.(facts);

const active = async (): Promise<void> => {
  const ready = await Promise.all(
    Array.from({ length: piles }, async (_, pile) => {
      const { login, sample } = framesOf(codeOf(pile));
      const socket = await dial();
      const read = reader(socket);
      if (mode === 'samples') {
        socket.write(login);
        await read(LOGIN_REPLY_BYTES);
      }
      return { socket, read, sample };
    }),
  );
  tell({ ready: ready.length });
  await new Promise((resolve) => {
    process.once('message', resolve);
  });
  const began = performance.now();
  const times: number[] = [];
  const replyBytes = mode === 'echo' ? 93 : REPLY_BYTES;
  await Promise.all(
    ready.map(async ({ socket, read, sample }) => {
      for (let sequence = 3; performance.now() - began < seconds * 1_000; sequence += 1) {
        const sent = performance.now();
        socket.write(renumber(sample, sequence));
        await read(replyBytes);
        times.push(performance.now() - sent);
      }
    }),
  );
  times.sort((a, b) => a - b);
  tell({ messages: times.length, seconds: (performance.now() - began) / 1_000, p95Ms: times[Math.floor(times.length * 0.95)] ?? 0 });
};

/** Logs in every pile, and again whenever the connections end; tells how long each round took from the first accepted login. */
const idle = async (): Promise<void> => {
  const frames = Array.from({ length: piles }, (_, pile) => framesOf(codeOf(pile)).login);
  for (;;) {
    const began = Date.now();
    let lost: Promise<void>[] = [];
    for (let from = 0; from < piles; from += AT_ONCE) {
      const some = await Promise.all(frames.slice(from, from + AT_ONCE).map(enter));
      lost = [
        ...lost,
        ...some.map(
          (socket) =>
            new Promise<void>((resolve) => {
              socket.once('close', () => resolve());
            }),
        ),
      ];
    }
    tell({ ms: Date.now() - began });
    await Promise.all(lost);
  }
};
const enter = async (login: Uint8Array): Promise<Socket> => {
  for (;;) {
    try {
      const socket = await dial();
      const read = reader(socket);
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

await (mode === 'idle' ? idle() : active());
