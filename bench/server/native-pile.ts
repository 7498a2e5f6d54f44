import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { readFrame, replyType } from '#engines/protocol/native/frame.ts';
import { framing } from '#engines/protocol/native/frame.ts';
import { commandReplyTo, readPlatformFrame, loginRequest, openLink, writeReply, writeRequest } from '#engines/protocol/native/client.ts';
import type { PileLink } from '#engines/protocol/native/client.ts';
import { BAD_BYTES_MAX, BUFFER_MAX_BYTES } from '#engines/protocol/native/limits.ts';
import { NO_PARAMETER } from '#engines/protocol/native/messages/command.ts';
import type { BodyOf, PileRequest, PlatformCommand, PlatformReply } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { randomBytes } from 'node:crypto';
import { SECRET, pileCode } from './names.ts';

/** The connection ended, or the platform did not answer; the platform may or may not have stored the request. */
export class ConnectionLost extends Error {}
/** The platform answered the login with this result. */
export class LoginRefused extends Error {
  readonly result: number;
  constructor(result: number) {
    super(`login refused with ${result}`);
    this.result = result;
  }
}

export interface NativePileConnection {
  readonly cpCode: string;
  readonly link: PileLink;
  readonly open: boolean;
  /** Sends a request, again after each wait, and resolves with its answer; rejects with ConnectionLost. */
  request(message: PileRequest, options?: { readonly stored?: boolean; readonly waitsMs?: readonly number[] }): Promise<PlatformReply>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  /** Closes the connection without a message. */
  cut(): void;
}

/** A request is sent again after these waits; a real pile waits longer, a benchmark has less time. */
const WAITS_MS: readonly number[] = [2_000, 4_000, 8_000];
/** When a whole network reconnects at once, a login may wait long. */
const LOGIN_WAITS_MS: readonly number[] = [60_000];

interface PendingRequest {
  readonly type: string;
  readonly resolve: (answer: PlatformReply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens a native pile's connection and logs in; rejects with LoginRefused or ConnectionLost. The client answers commands of the platform with
 * success.
 */
export const openNative = async (options: {
  readonly port: number;
  readonly index: number;
  readonly encrypted?: boolean;
  /** Connects over TLS and trusts this certificate. */
  readonly ca?: string | undefined;
}): Promise<NativePileConnection> => {
  const client = new NativePileClient(await dial(options), options);
  const nonce = randomBytes(8).toString('hex');
  const facts = { cpType: 1, gunCount: 1, mainHw: 'BENCH', mainSw: '1', time: Math.floor(Date.now() / 1_000), nonce };
  const answer = await client.request(loginRequest(client.link, facts, nodeCrypto), { waitsMs: LOGIN_WAITS_MS });
  if (answer.type === '0100' && answer.body.result === 0) return client;
  client.cut();
  throw new LoginRefused(answer.type === '0100' ? answer.body.result : -1);
};

const dial = ({ port, ca }: { readonly port: number; readonly ca?: string | undefined }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const address = { port, host: '127.0.0.1' };
    const socket = ca === undefined ? connect({ ...address, noDelay: true }) : connectTls({ ...address, ca });
    socket.once('error', (error: Error) => reject(new ConnectionLost(error.message)));
    socket.once(ca === undefined ? 'connect' : 'secureConnect', () => resolve(socket));
  });

class NativePileClient implements NativePileConnection {
  readonly cpCode: string;
  readonly closed: Promise<void>;
  link: PileLink;
  open = true;
  private readonly socket: Socket;
  private readonly deframer = new Deframer(framing, { bufferMax: BUFFER_MAX_BYTES, badBytesMax: BAD_BYTES_MAX });
  private readonly pending = new Map<number, PendingRequest>();

  constructor(socket: Socket, { index, encrypted = false }: { readonly index: number; readonly encrypted?: boolean }) {
    this.socket = socket;
    this.cpCode = pileCode(index);
    this.link = openLink({
      cpCode: this.cpCode,
      secret: SECRET,
      encryptionMode: encrypted ? 1 : 0,
      random: randomBytes(4).readUInt32LE(),
      nowMs: Date.now(),
    });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('close', () => this.handleClosed());
    socket.on('data', (chunk: Uint8Array) => this.receive(chunk));
  }

  request(
    message: PileRequest,
    { stored = false, waitsMs = WAITS_MS }: { readonly stored?: boolean; readonly waitsMs?: readonly number[] } = {},
  ): Promise<PlatformReply> {
    if (!this.open) return Promise.reject(new ConnectionLost('the connection is over'));
    const sent = writeRequest(this.link, message, { crypto: nodeCrypto, stored });
    this.link = sent.link;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const remainingWaitsMs = [...waitsMs];
      const send = (): void => {
        const waitMs = remainingWaitsMs.shift();
        if (waitMs === undefined) return this.socket.destroy() && undefined;
        timer = setTimeout(send, waitMs);
        this.socket.write(sent.bytes);
      };
      const end =
        <V>(then: (value: V) => void) =>
        (value: V): void => {
          clearTimeout(timer);
          this.pending.delete(sent.sequence);
          then(value);
        };
      this.pending.set(sent.sequence, { type: replyType(message.type), resolve: end(resolve), reject: end(reject) });
      send();
    });
  }

  cut(): void {
    this.socket.destroy();
  }

  private receive(chunk: Uint8Array): void {
    this.deframer.push(chunk);
    for (let bytes = this.deframer.next(); bytes; bytes = this.deframer.next()) {
      const { sequence, message } = readPlatformFrame(this.link, readFrame(bytes), nodeCrypto);
      if (isCommand(message)) this.answerCommand(sequence, message);
      else if (this.pending.get(sequence)?.type === message.type) this.pending.get(sequence)?.resolve(message);
    }
  }

  private answerCommand(sequence: number, command: PlatformCommand): void {
    const outcome: Omit<BodyOf<'1101'>, 'cmdId'> = { result: 0, paramNo: NO_PARAMETER, value: '', remark: '' };
    const sent = writeReply(this.link, { sequence, message: commandReplyTo(command, outcome) }, nodeCrypto);
    this.link = sent.link;
    this.socket.write(sent.bytes);
  }

  private handleClosed(): void {
    this.open = false;
    for (const { reject } of this.pending.values()) reject(new ConnectionLost('the connection ended'));
  }
}

const isCommand = (message: PlatformReply | PlatformCommand): message is PlatformCommand => message.type.startsWith('10');
