import { WebSocket } from 'ws';
import { SECRET, pileCode } from './names.ts';
import { LoginRefused, ConnectionLost } from './native-pile.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface OcppPileConnection {
  readonly cpCode: string;
  readonly open: boolean;
  /** Rejects with ConnectionLost when the connection ends, or no answer arrives in time. */
  call(action: string, payload: object): Promise<Payload>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  /** Closes the connection without a message. */
  cut(): void;
}

const RESPONSE_TIMEOUT_MS = 60_000;

interface OcppAddress {
  readonly port: number;
  readonly index: number;
  /** Connects over TLS and trusts this certificate. */
  readonly ca?: string | undefined;
  /** Hears each call of the platform before it is answered. */
  readonly onCall?: (action: string, payload: Payload) => void;
}

/** Opens an OCPP pile's connection and has its BootNotification accepted; rejects with LoginRefused (the HTTP status) or ConnectionLost. */
export const openOcpp = async (options: OcppAddress): Promise<OcppPileConnection> => {
  const client = new OcppPileClient(await dial(options), { cpCode: pileCode(options.index), onCall: options.onCall });
  const boot = await client.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'B1' });
  if (boot['status'] === 'Accepted') return client;
  client.cut();
  throw new LoginRefused(-1);
};

const dial = ({ port, index, ca }: OcppAddress): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const code = pileCode(index);
    const socket = new WebSocket(`${ca === undefined ? 'ws' : 'wss'}://127.0.0.1:${port}/ocpp/${code}`, 'ocpp1.6', {
      ...(ca !== undefined && { ca }),
      headers: { authorization: `Basic ${Buffer.from(`${code}:${SECRET}`).toString('base64')}` },
      perMessageDeflate: false,
    });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => {
      reject(new LoginRefused(response.statusCode ?? -1));
      socket.terminate();
    });
    socket.on('error', (error) => reject(new ConnectionLost(error.message)));
  });

interface PendingCall {
  readonly resolve: (payload: Payload) => void;
  readonly reject: (error: Error) => void;
}

class OcppPileClient implements OcppPileConnection {
  readonly cpCode: string;
  readonly closed: Promise<void>;
  open = true;
  private readonly socket: WebSocket;
  private readonly onCall: OcppAddress['onCall'];
  private readonly pending = new Map<string, PendingCall>();
  private next = 0;

  constructor(socket: WebSocket, { cpCode, onCall }: { readonly cpCode: string; readonly onCall: OcppAddress['onCall'] }) {
    this.cpCode = cpCode;
    this.onCall = onCall;
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('close', () => this.handleClosed());
    socket.on('message', (data: Buffer) => this.receive(data.toString()));
  }

  call(action: string, payload: object): Promise<Payload> {
    if (!this.open) return Promise.reject(new ConnectionLost('the connection is over'));
    return new Promise((resolve, reject) => {
      const id = String((this.next += 1));
      const timer = setTimeout(() => reject(new ConnectionLost(`no answer to ${action}`)), RESPONSE_TIMEOUT_MS);
      const end =
        <V>(then: (value: V) => void) =>
        (value: V): void => {
          clearTimeout(timer);
          this.pending.delete(id);
          then(value);
        };
      this.pending.set(id, { resolve: end(resolve), reject: end(reject) });
      this.socket.send(`[2,"${id}","${action}",${JSON.stringify(payload)}]`);
    });
  }

  cut(): void {
    this.socket.terminate();
  }

  private receive(text: string): void {
    const [kind, id, third, fourth] = JSON.parse(text) as [number, string, unknown, unknown];
    if (kind === CALL) {
      this.onCall?.(String(third), fourth as Payload);
      return this.socket.send(JSON.stringify([RESULT, id, answerTo(String(third))]));
    }
    const pending = this.pending.get(id);
    if (kind === RESULT) pending?.resolve(third as Payload);
    else pending?.reject(new ConnectionLost(`refused: ${String(third)}`));
  }

  private handleClosed(): void {
    this.open = false;
    for (const { reject } of this.pending.values()) reject(new ConnectionLost('the connection ended'));
  }
}

const CALL = 2;
const RESULT = 3;

/** A pile that has nothing to configure and accepts every call. */
const answerTo = (action: string): object => (action === 'GetConfiguration' ? { configurationKey: [], unknownKey: [] } : { status: 'Accepted' });
