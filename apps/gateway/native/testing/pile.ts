/** Piles on real sockets, for the listener's tests. */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { toHex } from '#engines/protocol/codec/bytes.ts';
import {
  commandReplyTo,
  readPlatformFrame,
  loginRequest,
  openLink,
  writeReply,
  writeRequest,
  type ReceivedFrame,
  type PileLink,
} from '#engines/protocol/native/client.ts';
import { framing, readFrame } from '#engines/protocol/native/frame.ts';
import type { PileRequest, PlatformCommand } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { SECRET } from './backend.ts';

/** A pile on a real socket. Answers commands unless `deaf`. */
export class TestPile {
  readonly receivedFrames: ReceivedFrame[] = [];
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  link: PileLink;
  readonly gunCount: number;
  ignoresCommands = false;
  private readonly now: () => number;
  private readonly deframer = new Deframer(framing, { bufferMax: 1_000_000, badBytesMax: 0 });
  private readonly waiters = new Map<string, (heard: ReceivedFrame) => void>();

  constructor(
    socket: Socket,
    {
      cpCode = 'CP00000001',
      secret = SECRET,
      encryptionMode = 0,
      gunCount = 2,
      now = Date.now,
    }: { cpCode?: string; secret?: string; encryptionMode?: 0 | 1; gunCount?: number; now?: () => number } = {},
  ) {
    this.gunCount = gunCount;
    this.now = now;
    this.socket = socket;
    this.link = openLink({ cpCode, secret, encryptionMode, random: randomInt(2 ** 32), nowMs: now() });
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Uint8Array) => {
      this.deframer.push(chunk);
      for (let bytes = this.deframer.next(); bytes; bytes = this.deframer.next()) {
        const frame = readFrame(bytes);
        if (frame.cpCode === this.link.cpCode) this.receive(readPlatformFrame(this.link, frame, nodeCrypto));
      }
    });
  }

  /** Sends a request and waits for its reply. */
  sendRequest(message: PileRequest, options: { sequence?: number; write?: (bytes: Uint8Array) => void } = {}): Promise<ReceivedFrame> {
    const { sequence = this.link.sequence, write = (bytes: Uint8Array) => void this.socket.write(bytes) } = options;
    const sent = writeRequest(this.link, message, { crypto: nodeCrypto, sequence });
    this.link = sent.link;
    const reply = new Promise<ReceivedFrame>((resolve, reject) => {
      this.waiters.set(`01${message.type.slice(2)} ${sequence}`, resolve);
      void this.closed.then(() => reject(new Error('closed')));
    });
    reply.catch(() => undefined);
    write(sent.bytes);
    return reply;
  }

  login(nonce = toHex(randomBytes(8))): Promise<ReceivedFrame> {
    const facts = { cpType: 1, gunCount: this.gunCount, mainHw: 'H1', mainSw: 'S1', time: Math.floor(this.now() / 1_000), nonce };
    return this.sendRequest(loginRequest(this.link, facts, nodeCrypto));
  }

  async loginResult(): Promise<number> {
    const { message } = await this.login();
    return message.type === '0100' ? message.body.result : -1;
  }

  private receive(heard: ReceivedFrame): void {
    this.receivedFrames.push(heard);
    if (isCommand(heard.message)) {
      if (this.ignoresCommands) return;
      const reply = commandReplyTo(heard.message, { result: 0, paramNo: 255, value: '', remark: '' });
      const sent = writeReply(this.link, { sequence: heard.sequence, message: reply }, nodeCrypto);
      this.link = sent.link;
      this.socket.write(sent.bytes);
      return;
    }
    const key = `${heard.message.type} ${heard.sequence}`;
    this.waiters.get(key)?.(heard);
    this.waiters.delete(key);
  }
}

export const dial = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
};

export const accountQuery = (account: string): PileRequest => ({
  type: '0003',
  body: { gunNumber: 1, accountType: 1, account, password: '0'.repeat(64) },
});

const isCommand = (message: ReceivedFrame['message']): message is PlatformCommand => message.type.startsWith('10');
