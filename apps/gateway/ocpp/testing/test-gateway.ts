import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { createFrameLog, type FrameLog } from '../../shared/frame-log.ts';
import { createRegistry, type SessionRegistry } from '../../shared/session-registry.ts';
import { startOcppListener, type OcppListener, type OcppListenerOptions } from '../listener.ts';
import type { OcppTimings } from '../timings.ts';
import { createTestBackend, type TestBackend } from './backend.ts';

/** The address of the one named proxy. */
export const PROXY = '127.0.0.9';

/** A listener on a free port with a business that only records its calls. */
export interface Gateway {
  readonly backend: TestBackend;
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly listener: OcppListener;
  readonly url: string;
  /** Errors and warnings that the listener logged. */
  readonly complaints: string[];
  /** Added to the clock. */
  skewMs: number;
  close(): Promise<void>;
}

type Ports = Pick<OcppListenerOptions, 'tls' | 'connections'>;

export const startGateway = async (timings: Partial<OcppTimings> = {}, probeMs = 150, ports: Ports = {}): Promise<Gateway> => {
  const backend = createTestBackend();
  const complaints: string[] = [];
  const clock = { nowMs: () => Date.now() + gateway.skewMs };
  const registry = createRegistry({ probeMs });
  const frames = createFrameLog(backend, clock);
  const complain = (facts: object, message: string) => void complaints.push(`${message} ${JSON.stringify(facts)}`);
  const log = { info: () => undefined, warn: complain, error: complain };
  const gateway: { skewMs: number } = { skewMs: 0 };
  const listener = await startOcppListener({
    port: 0,
    host: '127.0.0.1',
    backend,
    registry,
    frames,
    log,
    clock,
    proxies: { isTrusted: (address) => address === PROXY },
    ...ports,
    timings: { sweepMs: 20, closeMs: 100, bootWaitMs: 0, ...timings },
  });
  return Object.assign(gateway, {
    backend,
    registry,
    frames,
    listener,
    complaints,
    url: `ws://127.0.0.1:${listener.port}/ocpp`,
    close: async () => {
      await listener.close();
      await frames.drain();
    },
  });
};

/** A raw station that sends and receives texts. */
export interface Station {
  readonly ws: WebSocket;
  readonly received: string[];
  readonly closed: Promise<number>;
  say(frame: unknown): void;
  /** Waits for the answer to a message id, or for a call of the platform by its action. */
  next(match: (frame: readonly unknown[]) => boolean): Promise<readonly unknown[]>;
  call(action: string, payload: object): Promise<readonly unknown[]>;
}

export const authorization = (cpCode: string, password: string): string => `Basic ${Buffer.from(`${cpCode}:${password}`).toString('base64')}`;

/** Connects; rejects with `HTTP <status>` when the handshake is refused. */
export const connectStation = async (
  gateway: Pick<Gateway, 'url'>,
  cpCode: string,
  options: ClientOptions & { readonly password?: string; readonly servername?: string } = {},
): Promise<Station> => {
  const { password = 'pw', ...more } = options;
  const ws = new WebSocket(`${gateway.url}/${encodeURIComponent(cpCode)}`, ['ocpp1.6'], {
    headers: { authorization: authorization(cpCode, password) },
    ...more,
  });
  const received: string[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    received.push(Buffer.isBuffer(data) ? data.toString('utf8') : '');
    for (const check of waiting) check();
  });
  const closed = new Promise<number>((resolve) => {
    ws.once('close', (code) => resolve(code));
  });
  ws.on('unexpected-response', (_request, response) => ws.emit('error', new Error(`HTTP ${response.statusCode}`)));
  await once(ws, 'open');
  let number = 0;
  const next: Station['next'] = (match) =>
    new Promise((resolve) => {
      const check = () => {
        const found = received.map(partsOf).find(match);
        if (!found) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    ws,
    received,
    closed,
    next,
    say: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    call: (action, payload) => {
      number += 1;
      const id = `s${number}`;
      ws.send(JSON.stringify([2, id, action, payload]));
      return next((frame) => frame[0] !== 2 && frame[1] === id);
    },
  };
};

/** A MeterValues of transaction 7 with one energy reading. */
export const meter = (wh: number) => ({
  connectorId: 1,
  transactionId: 7,
  meterValue: [{ timestamp: '2026-11-20T12:00:00Z', sampledValue: [{ value: String(wh) }] }],
});

export const startCommand = (more: { readonly deadlineMs?: number; readonly idTag?: string } = {}): DeviceCommand => ({
  commandId: 'C1',
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'O1',
  idTag: 'T1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 1,
  rateRuleNo: '',
  deadlineMs: Date.now() + 60_000,
  ...more,
});

/** The parts of a message. */
export const partsOf = (text: string): readonly unknown[] => {
  const parts: unknown = JSON.parse(text);
  return Array.isArray(parts) ? parts : [];
};
