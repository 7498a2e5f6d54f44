import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { LoadLine } from './measure.ts';
import { SECRET, cardNo, pileCode } from './names.ts';

/** OCPP piles that charge, as light as a client can be. */
export const ocppLines = {
  /** Piles that have booted, plugged in and started, each with a transaction. */
  charging: (port: number, piles: number): Promise<readonly LoadLine[]> => inGroups(piles, (index) => chargingLine(port, index)),
  /** The same messages to a server that only answers. */
  echo: (port: number, piles: number): Promise<readonly LoadLine[]> => inGroups(piles, async (index) => lineOf(await connect(port, index), 1)),
};

const AT_ONCE = 25;
const inGroups = async (count: number, make: (index: number) => Promise<LoadLine>): Promise<readonly LoadLine[]> => {
  const lines: LoadLine[] = [];
  for (let from = 0; from < count; from += AT_ONCE)
    lines.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_unused, at) => make(from + at)))));
  return lines;
};

interface OcppLine {
  call(action: string, payload: object): Promise<Readonly<Record<string, unknown>>>;
  readonly socket: WebSocket;
}

const connect = async (port: number, index: number): Promise<OcppLine> => {
  const code = pileCode(index);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ocpp/${code}`, 'ocpp1.6', {
    headers: { authorization: `Basic ${Buffer.from(`${code}:${SECRET}`).toString('base64')}` },
    perMessageDeflate: false,
  });
  const waiting = new Map<string, (payload: Readonly<Record<string, unknown>>) => void>();
  let next = 0;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    // Calls of the platform are answered with a refusal; a simulator does better.
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

const chargingLine = async (port: number, index: number): Promise<LoadLine> => {
  const talk = await connect(port, index);
  await talk.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'B1' });
  await talk.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' });
  const answer = await talk.call('StartTransaction', {
    connectorId: 1,
    idTag: cardNo(index),
    meterStart: 1_000,
    timestamp: new Date().toISOString(),
  });
  const info = answer['idTagInfo'] as { readonly status?: string } | undefined;
  if (info?.status !== 'Accepted') throw new Error(`${pileCode(index)} may not start: ${JSON.stringify(answer)}`);
  return lineOf(talk, Number(answer['transactionId']));
};

const lineOf = (talk: OcppLine, transactionId: number): LoadLine => {
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
      await talk.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: new Date(nowMs).toISOString(), sampledValue }] });
    },
    end: () => talk.socket.terminate(),
  };
};
