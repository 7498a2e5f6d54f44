/** A door that remembers, and piles on real sockets, for the listener's tests. */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { toHex } from '#engines/protocol/codec/bytes.ts';
import type { AnswerTo, LoginAttempt } from '#engines/protocol/device.ts';
import type {
  CommandSettlement, DeviceDoor, DisconnectReason, FrameRecord, GatewayAlarm, LoginVerdict, PileCredentials, PileEvent, PileProfile, PileRef,
} from '#engines/protocol/door.ts';
import { commandReplyTo, hear, loginRequest, openLink, sayReply, sayRequest, type Heard, type PileLink } from '#engines/protocol/native/client.ts';
import { framing, readFrame } from '#engines/protocol/native/frame.ts';
import type { PileRequest, PlatformCommand } from '#engines/protocol/native/messages.ts';
import { nodeCrypto } from '#engines/protocol/native/node-crypto.ts';

export const SECRET = '0123456789abcdef';
const profile: PileProfile = {
  intervals: { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 }, tzMinutes: 480, rateRuleNo: 'RR1',
};

/** Accepts every pile whose code begins with CP, counts epochs, answers at once; what it heard is in `told`, in order. */
export class MemoryDoor implements DeviceDoor {
  readonly told: string[] = [];
  readonly events: { readonly pile: PileRef; readonly event: PileEvent }[] = [];
  readonly settlements: CommandSettlement[] = [];
  readonly alarms: GatewayAlarm[] = [];
  readonly records: FrameRecord[] = [];
  readonly epochs = new Map<string, number>();
  encryptionMode: 0 | 1 = 0;
  result: LoginVerdict['result'] = 0;
  beforeHandle: (event: PileEvent) => Promise<void> = async () => {};

  async credentials(cpCode: string): Promise<PileCredentials | undefined> {
    return cpCode.startsWith('CP') ? { secret: SECRET, encryptionMode: this.encryptionMode } : undefined;
  }
  async login({ cpCode }: LoginAttempt): Promise<LoginVerdict> {
    if (this.result !== 0) return { result: this.result };
    const epoch = (this.epochs.get(cpCode) ?? 0) + 1;
    this.epochs.set(cpCode, epoch);
    this.told.push(`login ${cpCode} ${epoch}`);
    return { result: 0, epoch, profile };
  }
  async handle<E extends PileEvent>(pile: PileRef, event: E): Promise<AnswerTo<E>>;
  async handle(pile: PileRef, event: PileEvent): Promise<AnswerTo<PileEvent>> {
    this.told.push(`${event.kind} ${pile.cpCode} ${pile.epoch}`);
    await this.beforeHandle(event);
    this.events.push({ pile, event });
    return answerTo(event);
  }
  async commandSettled(pile: PileRef, settlement: CommandSettlement): Promise<void> {
    this.told.push(`settled ${pile.cpCode} ${settlement.outcome}`);
    this.settlements.push(settlement);
  }
  async disconnected(pile: PileRef, why: DisconnectReason): Promise<void> {
    this.told.push(`disconnected ${pile.cpCode} ${pile.epoch} ${why}`);
  }
  async frames(batch: readonly FrameRecord[]): Promise<void> { this.records.push(...batch); }
  alarm(alarm: GatewayAlarm): void { this.alarms.push(alarm); }
}

const answerTo = (event: PileEvent): AnswerTo<PileEvent> => {
  switch (event.kind) {
    case 'accountQuery': return { result: 0, balanceCents: 12_300, currency: 'CNY', displayName: '张三' };
    case 'startRequest': return { result: 0, chargingOrderNo: 'ORDER1', balanceCents: 12_300, rateRuleNo: 'RR1', maxAmountCents: 0 };
    case 'transactionStarted': return { transactionId: 1, accepted: true, reason: 0 };
    default: return { result: 0 };
  }
};

/** A pile on a real socket. Answers commands unless `deaf`. */
export class TestPile {
  readonly heard: Heard[] = [];
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  link: PileLink;
  deaf = false;
  private readonly deframer = new Deframer(framing, { bufferMax: 1_000_000, badBytesMax: 0 });
  private readonly waiters = new Map<string, (heard: Heard) => void>();

  constructor(socket: Socket, { cpCode = 'CP00000001', secret = SECRET, encryptionMode = 0 as 0 | 1 } = {}) {
    this.socket = socket;
    this.link = openLink({ cpCode, secret, encryptionMode, random: randomInt(2 ** 32), nowMs: Date.now() });
    this.closed = new Promise((resolve) => { socket.once('close', resolve); });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Uint8Array) => {
      this.deframer.push(chunk);
      for (let bytes = this.deframer.next(); bytes; bytes = this.deframer.next()) {
        const frame = readFrame(bytes);
        if (frame.cpCode === this.link.cpCode) this.take(hear(this.link, frame, nodeCrypto));
      }
    });
  }

  /** Says a request and waits for its reply. */
  say(message: PileRequest, how: { sequence?: number; write?: (bytes: Uint8Array) => void } = {}): Promise<Heard> {
    const { sequence = this.link.sequence, write = (bytes: Uint8Array) => void this.socket.write(bytes) } = how;
    const said = sayRequest(this.link, message, { crypto: nodeCrypto, sequence });
    this.link = said.link;
    const reply = new Promise<Heard>((resolve, reject) => {
      this.waiters.set(`01${message.type.slice(2)} ${sequence}`, resolve);
      void this.closed.then(() => reject(new Error('closed')));
    });
    reply.catch(() => undefined);
    write(said.bytes);
    return reply;
  }

  login(nonce = toHex(randomBytes(8))): Promise<Heard> {
    const facts = { cpType: 1, gunCount: 2, mainHw: 'H1', mainSw: 'S1', time: Math.floor(Date.now() / 1_000), nonce };
    return this.say(loginRequest(this.link, facts, nodeCrypto));
  }

  async loginResult(): Promise<number> {
    const { message } = await this.login();
    return message.type === '0100' ? message.body.result : -1;
  }

  private take(heard: Heard): void {
    this.heard.push(heard);
    if (isCommand(heard.message)) {
      if (this.deaf) return;
      const reply = commandReplyTo(heard.message, { result: 0, paramNo: 255, value: '', remark: '' });
      const said = sayReply(this.link, heard, reply, nodeCrypto);
      this.link = said.link;
      this.socket.write(said.bytes);
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

export const pileInfo: PileRequest = {
  type: '0001',
  body: { cpWorkStat: 1, cpFaultType: 0, moduleStat: 0, moduleCount: 4, cabinetTemp: 30, inputVoltage: [2300, 2300, 2300], doorOpen: 0, emergencyStop: 0, networkKind: 4, signal: 80 },
};
export const accountQuery = (account: string): PileRequest => ({ type: '0003', body: { gunNumber: 1, accountType: 1, account, password: '0'.repeat(64) } });

const isCommand = (message: Heard['message']): message is PlatformCommand => message.type.startsWith('10');
