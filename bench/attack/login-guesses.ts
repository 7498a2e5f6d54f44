import { randomBytes } from 'node:crypto';
import { readFrame } from '#engines/protocol/native/frame.ts';
import { readPlatformFrame, loginRequest, openLink, writeRequest } from '#engines/protocol/native/client.ts';
import type { PileLink } from '#engines/protocol/native/client.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { pileCode } from '../server/names.ts';
import { dialRaw } from './raw-connection.ts';

interface PasswordGuess {
  readonly index: number;
  readonly from: string;
}

/** A native login as it is sent, and the pile's side of the connection, which reads the answer. */
export interface NativeLogin {
  readonly link: PileLink;
  readonly bytes: Uint8Array;
}

export const nativeLogin = (options: { readonly index: number; readonly secret: string; readonly atMs: number }): NativeLogin => {
  const nowMs = Date.now();
  const link = openLink({ cpCode: pileCode(options.index), secret: options.secret, encryptionMode: 0, random: randomBytes(4).readUInt32LE(), nowMs });
  const nonce = randomBytes(8).toString('hex');
  const facts = { cpType: 1, gunCount: 1, mainHw: 'ATTACK', mainSw: '1', time: Math.floor(options.atMs / 1_000), nonce };
  const said = writeRequest(link, loginRequest(link, facts, nodeCrypto), { crypto: nodeCrypto });
  return { link: said.link, bytes: said.bytes };
};

/** Sends a login, perhaps one that was sent before; true if the platform accepted it. */
export const sendNativeLogin = async (port: number, { link, bytes }: NativeLogin, from: string): Promise<boolean> => {
  const { socket, closed } = dialRaw(port, from);
  const accepted = new Promise<boolean>((resolve) => {
    socket.once('data', (data: Buffer) => {
      const { message } = readPlatformFrame(link, readFrame(data), nodeCrypto);
      resolve(message.type === '0100' && message.body.result === 0);
    });
    void closed.then(() => resolve(false));
    setTimeout(() => resolve(false), RESPONSE_TIMEOUT_MS);
  });
  socket.write(bytes);
  const isAccepted = await accepted;
  socket.destroy();
  await closed;
  return isAccepted;
};
const RESPONSE_TIMEOUT_MS = 5_000;

/** A native login with a wrong secret. */
export const guessNative = (port: number, { index, from }: PasswordGuess): Promise<boolean> =>
  sendNativeLogin(port, nativeLogin({ index, secret: randomBytes(8).toString('hex'), atMs: Date.now() }), from);

/** An OCPP handshake with a wrong password. */
export const guessOcpp = async (port: number, { index, from }: PasswordGuess): Promise<boolean> => {
  const { socket, received, closed } = dialRaw(port, from);
  const code = pileCode(index);
  const authorization = Buffer.from(`${code}:${randomBytes(8).toString('hex')}`).toString('base64');
  const headers = [
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  socket.write(
    `GET /ocpp/${code} HTTP/1.1\r\n${headers.join('\r\n')}\r\nSec-WebSocket-Protocol: ocpp1.6\r\nAuthorization: Basic ${authorization}\r\n\r\n`,
  );
  await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
  socket.destroy();
  await closed;
  return received().startsWith('HTTP/1.1 101');
};
