/** A v1.0 pile on a real socket, which may send any body. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { toHex } from '#engines/protocol/codec/bytes.ts';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { loginRequest, openLink, writeRequest, type PileLink } from '#engines/protocol/native/client.ts';
import { framing, readFrame, replyType, version, writeFrame } from '#engines/protocol/native/frame.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { SECRET } from './backend.ts';

export class RecordPile {
  private readonly socket: Socket;
  private readonly closed: Promise<never>;
  private link: PileLink;
  private readonly deframer = new Deframer(framing, { bufferMax: 1_000_000, badBytesMax: 0 });
  private readonly waiters = new Map<string, (body: string) => void>();

  constructor(socket: Socket, cpCode: string) {
    this.socket = socket;
    this.link = openLink({ cpCode, secret: SECRET, encryptionMode: 0, random: randomInt(2 ** 32), nowMs: Date.now(), version: version.records });
    this.closed = new Promise((_resolve, reject) => {
      socket.once('close', () => reject(new Error('closed')));
    });
    this.closed.catch(() => undefined);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Uint8Array) => {
      this.deframer.push(chunk);
      for (let bytes = this.deframer.next(); bytes; bytes = this.deframer.next()) {
        const frame = readFrame(bytes);
        if (frame.cpCode === cpCode) this.waiters.get(`${frame.type} ${frame.sequence}`)?.(new TextDecoder().decode(frame.payload));
      }
    });
  }

  /** Resolves with the body of the login reply. */
  login(): Promise<string> {
    const facts = { cpType: 1, gunCount: 2, mainHw: 'H1', mainSw: 'S1', time: Math.floor(Date.now() / 1_000), nonce: toHex(randomBytes(8)) };
    const sent = writeRequest(this.link, loginRequest(this.link, facts, nodeCrypto), { crypto: nodeCrypto });
    this.link = sent.link;
    return this.send('0000', { bytes: sent.bytes, sequence: sent.sequence });
  }

  /** Sends a body in a right frame; resolves with the body of the reply. */
  request(type: string, body: string): Promise<string> {
    const { cpCode, sequence } = this.link;
    this.link = { ...this.link, sequence: sequence + 1 };
    const bytes = writeFrame({ version: version.records, flags: 0, type, sequence, cpCode }, new TextEncoder().encode(body));
    return this.send(type, { bytes, sequence });
  }

  private send(type: string, { bytes, sequence }: { readonly bytes: Uint8Array; readonly sequence: number }): Promise<string> {
    const reply = new Promise<string>((resolve) => {
      this.waiters.set(`${replyType(type)} ${sequence}`, resolve);
    });
    this.socket.write(bytes);
    return Promise.race([reply, this.closed]);
  }
}
