import { WebSocket } from 'ws';
import { SECRET, pileCode } from './names.ts';
import { LoginRefused, ConnectionLost } from './native-talk.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface OcppTalk {
  readonly cpCode: string;
  readonly open: boolean;
  /** Rejects with Lost when the connection ends, or nobody answers in time. */
  call(action: string, payload: object): Promise<Payload>;
  /** Settles when the connection is over. */
  readonly closed: Promise<void>;
  /** Cuts the connection without a word. */
  cut(): void;
}

const ANSWER_MS = 60_000;

/** An OCPP pile's connection after its BootNotification was accepted; rejects with LoginRefused (the HTTP status) or Lost. */
export const openOcpp = async (asked: { readonly port: number; readonly index: number }): Promise<OcppTalk> => {
  const talk = new OcppPileClient(await dial(asked), pileCode(asked.index));
  const boot = await talk.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'B1' });
  if (boot['status'] === 'Accepted') return talk;
  talk.cut();
  throw new LoginRefused(-1);
};

const dial = ({ port, index }: { readonly port: number; readonly index: number }): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const code = pileCode(index);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ocpp/${code}`, 'ocpp1.6', {
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
  readonly settle: (payload: Payload) => void;
  readonly lose: (error: Error) => void;
}

class OcppPileClient implements OcppTalk {
  readonly cpCode: string;
  readonly closed: Promise<void>;
  open = true;
  private readonly socket: WebSocket;
  private readonly pending = new Map<string, PendingCall>();
  private next = 0;

  constructor(socket: WebSocket, cpCode: string) {
    this.cpCode = cpCode;
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('close', () => this.lose());
    socket.on('message', (data: Buffer) => this.heard(data.toString()));
  }

  call(action: string, payload: object): Promise<Payload> {
    if (!this.open) return Promise.reject(new ConnectionLost('the connection is over'));
    return new Promise((resolve, reject) => {
      const id = String((this.next += 1));
      const timer = setTimeout(() => reject(new ConnectionLost(`no answer to ${action}`)), ANSWER_MS);
      const end =
        <V>(then: (value: V) => void) =>
        (value: V): void => {
          clearTimeout(timer);
          this.pending.delete(id);
          then(value);
        };
      this.pending.set(id, { settle: end(resolve), lose: end(reject) });
      this.socket.send(`[2,"${id}","${action}",${JSON.stringify(payload)}]`);
    });
  }

  cut(): void {
    this.socket.terminate();
  }

  private heard(text: string): void {
    const [kind, id, third] = JSON.parse(text) as [number, string, unknown];
    if (kind === CALL) return this.socket.send(JSON.stringify([RESULT, id, answerTo(String(third))]));
    const pending = this.pending.get(id);
    if (kind === RESULT) pending?.settle(third as Payload);
    else pending?.lose(new ConnectionLost(`refused: ${String(third)}`));
  }

  private lose(): void {
    this.open = false;
    for (const { lose } of this.pending.values()) lose(new ConnectionLost('the connection ended'));
  }
}

const CALL = 2;
const RESULT = 3;

/** A pile that has nothing to configure and does what it is asked. */
const answerTo = (action: string): object => (action === 'GetConfiguration' ? { configurationKey: [], unknownKey: [] } : { status: 'Accepted' });
