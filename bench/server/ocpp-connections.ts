import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LoadConnection } from './measure.ts';
import { SECRET, cardNo, pileCode } from './names.ts';

/** OCPP piles that charge, as light as a client can be. */
export const ocppConnections = {
  /** Piles that have booted, plugged in and started, each with a transaction. */
  charging: (port: number, piles: number): Promise<readonly LoadConnection[]> => createInGroups(piles, (index) => chargingConnection(port, index)),
  /** The same messages to a server that only answers. */
  echo: (port: number, piles: number): Promise<readonly LoadConnection[]> =>
    createInGroups(piles, async (index) => sampleConnection(await connect(port, index), 1)),
};

const GROUP_SIZE = 25;
const createInGroups = async (count: number, make: (index: number) => Promise<LoadConnection>): Promise<readonly LoadConnection[]> => {
  const connections: LoadConnection[] = [];
  for (let from = 0; from < count; from += GROUP_SIZE)
    connections.push(...(await Promise.all(Array.from({ length: Math.min(GROUP_SIZE, count - from) }, (_unused, at) => make(from + at)))));
  return connections;
};

interface OcppConnection {
  call(action: string, payload: object): Promise<Readonly<Record<string, unknown>>>;
  readonly socket: WebSocket;
}

const connect = async (port: number, index: number): Promise<OcppConnection> => {
  const code = pileCode(index);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ocpp/${code}`, 'ocpp1.6', {
    headers: { authorization: `Basic ${Buffer.from(`${code}:${SECRET}`).toString('base64')}` },
    perMessageDeflate: false,
  });
  const waiting = new Map<string, (payload: Readonly<Record<string, unknown>>) => void>();
  let next = 0;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    // Calls of the platform are answered with "Rejected".
    if (text.startsWith('[2')) return socket.send(`[3,"${(JSON.parse(text) as [number, string])[1]}",{"status":"Rejected"}]`);
    const [, id, payload] = JSON.parse(text) as [number, string, Readonly<Record<string, unknown>>];
    waiting.get(id)?.(payload);
    waiting.delete(id);
  });
  socket.on('error', (error) => console.error(code, error.message));
  await once(socket, 'open');
  return {
    socket,
    call: (action, payload) =>
      new Promise((resolve) => {
        const id = String((next += 1));
        waiting.set(id, resolve);
        socket.send(`[2,"${id}","${action}",${JSON.stringify(payload)}]`);
      }),
  };
};

const chargingConnection = async (port: number, index: number): Promise<LoadConnection> => {
  const connection = await connect(port, index);
  await connection.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'B1' });
  await connection.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' });
  const answer = await connection.call('StartTransaction', {
    connectorId: 1,
    idTag: cardNo(index),
    meterStart: 1_000,
    timestamp: new Date().toISOString(),
  });
  const info = answer['idTagInfo'] as { readonly status?: string } | undefined;
  if (info?.status !== 'Accepted') throw new Error(`${pileCode(index)} may not start: ${JSON.stringify(answer)}`);
  return sampleConnection(connection, Number(answer['transactionId']));
};

const sampleConnection = (connection: OcppConnection, transactionId: number): LoadConnection => {
  const begunMs = Date.now();
  return {
    send: async () => {
      const nowMs = Date.now();
      // 60 kW, counted in whole watt-hours.
      const energyWh = 1_000 + Math.floor(((nowMs - begunMs) / 3_600_000) * 60_000);
      const sampledValue = [
        { value: String(energyWh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        { value: '60000', measurand: 'Power.Active.Import', unit: 'W' },
        { value: '150', measurand: 'Current.Import', unit: 'A' },
        { value: '400', measurand: 'Voltage', unit: 'V' },
        { value: '45', measurand: 'SoC', unit: 'Percent' },
      ];
      await connection.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: new Date(nowMs).toISOString(), sampledValue }],
      });
    },
    end: () => connection.socket.terminate(),
  };
};
