import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { readFrame } from '#engines/protocol/native/frame.ts';
import { readPlatformFrame, loginRequest, openLink, writeRequest } from '#engines/protocol/native/client.ts';
import type { PileLink } from '#engines/protocol/native/client.ts';
import type { PileRequest } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import type { LoadConnection } from './measure.ts';
import { SECRET, cardNo, pileCode } from './names.ts';

const HEADER = 28;
const GROUP_SIZE = 25;

/** Native piles that charge, as light as a client can be. */
export const nativeConnections = {
  charging: (port: number, piles: number): Promise<readonly LoadConnection[]> => createInGroups(piles, (index) => chargingConnection(port, index)),
  echo: (port: number, piles: number): Promise<readonly LoadConnection[]> =>
    createInGroups(piles, async (index) => sampleConnection(await dial(port, index), 'ECHO')),
  /** Sends each frame back. */
  serveEcho: (ready: (port: number) => void): void => {
    const server = createServer((socket) => {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => socket.write(chunk));
    });
    server.listen(0, '127.0.0.1', () => ready((server.address() as { port: number }).port));
  },
};

const createInGroups = async (count: number, make: (index: number) => Promise<LoadConnection>): Promise<readonly LoadConnection[]> => {
  const connections: LoadConnection[] = [];
  for (let from = 0; from < count; from += GROUP_SIZE)
    connections.push(...(await Promise.all(Array.from({ length: Math.min(GROUP_SIZE, count - from) }, (_unused, at) => make(from + at)))));
  return connections;
};

interface NativeConnection {
  readonly socket: Socket;
  link: PileLink;
  readonly index: number;
  /** Writes and resolves with the next whole frame. */ exchange(bytes: Uint8Array): Promise<Uint8Array>;
}

const dial = async (port: number, index: number): Promise<NativeConnection> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => undefined);
  let rest: Buffer = Buffer.alloc(0);
  let onFrame: ((frame: Uint8Array) => void) | undefined;
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER) {
      const size = HEADER + rest.readUInt16LE(26) + 2;
      if (rest.length < size) return;
      const frame = rest.subarray(0, size);
      rest = rest.subarray(size);
      // Commands of the platform are not answered; the reply flag marks the answers to requests.
      if ((frame[3] ?? 0) & 2 || index < 0) onFrame?.(frame);
      else if (frame.readUInt16BE(4) < 0x1000) onFrame?.(frame);
    }
  });
  const link = openLink({ cpCode: pileCode(index), secret: SECRET, encryptionMode: 0, random: index + 1, nowMs: Date.now() });
  return {
    socket,
    link,
    index,
    exchange: (bytes) =>
      new Promise((resolve) => {
        onFrame = resolve;
        socket.write(bytes);
      }),
  };
};

const request = async (connection: NativeConnection, message: PileRequest) => {
  const sent = writeRequest(connection.link, message, { crypto: nodeCrypto });
  connection.link = sent.link;
  const frame = readFrame(await connection.exchange(sent.bytes));
  return readPlatformFrame(connection.link, frame, nodeCrypto).message;
};

const chargingConnection = async (port: number, index: number): Promise<LoadConnection> => {
  const connection = await dial(port, index);
  const time = Math.floor(Date.now() / 1_000);
  const login = await request(
    connection,
    loginRequest(connection.link, { cpType: 1, gunCount: 1, mainHw: 'B', mainSw: '1', time, nonce: String(index).padStart(16, '0') }, nodeCrypto),
  );
  if (login.type !== '0100' || login.body.result !== 0) throw new Error(`${pileCode(index)} cannot log in: ${JSON.stringify(login)}`);
  await request(connection, {
    type: '0002',
    body: {
      gunNumber: 1,
      gunWorkStat: 3,
      gunStopType: 0,
      gunFaultType: 0,
      gunStatusInfo: 0,
      gunDcPositiveTemp: 25,
      gunDcNegativeTemp: 25,
      cpVoltage: '6.00',
      insulationVal: 500,
      onlineGunMaxPower: '120.0',
      chargingOrderNo: '',
      plugged: 1,
      homed: 0,
      locked: 1,
    },
  } as unknown as PileRequest);
  const start = await request(connection, {
    type: '0004',
    body: {
      gunNumber: 1,
      accountType: 1,
      account: cardNo(index),
      password: '0'.repeat(64),
      vin: '',
      chargingStrategyType: 1,
      chargingStrategyVal: 0,
      localOrderNo: '',
    },
  } as unknown as PileRequest);
  if (start.type !== '0104' || start.body.result !== 0) throw new Error(`${pileCode(index)} may not start: ${JSON.stringify(start)}`);
  const orderNo = start.body.chargingOrderNo;
  await request(connection, {
    type: '0005',
    body: { chargingOrderNo: orderNo, gunNumber: 1, startResult: 0, startSource: 16, startTime: time, startMeter: 1_000_000, startSoc: 40, vin: '' },
  } as unknown as PileRequest);
  return sampleConnection(connection, orderNo);
};

const sampleConnection = (connection: NativeConnection, orderNo: string): LoadConnection => {
  const begunMs = Date.now();
  const first = writeRequest(connection.link, sampleOf(orderNo, begunMs, 0), { crypto: nodeCrypto });
  connection.link = first.link;
  let { sequence } = first;
  return {
    send: async () => {
      const nowMs = Date.now();
      sequence += 1;
      const energy = Math.floor(((nowMs - begunMs) / 3_600_000) * 600_000);
      const { bytes } = writeRequest(connection.link, sampleOf(orderNo, nowMs, energy), { crypto: nodeCrypto, sequence });
      await connection.exchange(bytes);
    },
    end: () => connection.socket.destroy(),
  };
};

const sampleOf = (chargingOrderNo: string, atMs: number, energy: number): PileRequest =>
  ({
    type: '0010',
    body: {
      chargingOrderNo,
      gunNumber: 1,
      chargingVoltage: 4000,
      chargingCurrent: 1500,
      chargingSoc: 45,
      bmsVoltage: 4000,
      bmsCurrent: 1500,
      chargingElec: energy,
      chargingAmount: 0,
      chargingRemainingMin: 30,
      meter: 1_000_000 + energy,
      gunDcPositiveTemp: 40,
      gunDcNegativeTemp: 40,
      time: Math.floor(atMs / 1_000),
    },
  }) as unknown as PileRequest;
