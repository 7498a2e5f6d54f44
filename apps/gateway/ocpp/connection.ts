import type { RawData, WebSocket } from 'ws';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import type {
  CommandSettlement,
  DeviceDoor,
  DisconnectReason,
  GatewayAlarm,
  PileEvent,
  PileProfile,
  PileRef,
  SendOutcome,
} from '#engines/protocol/door.ts';
import { afterCall, callOfCommand, preparationCalls, type Subject } from '#engines/protocol/ocpp16/calls.ts';
import { concludeKnown } from '#engines/protocol/ocpp16/conclude.ts';
import { bootAnswer } from '#engines/protocol/ocpp16/inbound/boot-notification.ts';
import { notTaken, type Incoming, type PlatformAnswer } from '#engines/protocol/ocpp16/inbound/incoming.ts';
import { receive } from '#engines/protocol/ocpp16/receive.ts';
import { openRpc, stepRpc, WAITING_MAX, type Reply, type RpcInput, type RpcOutput, type RpcSession } from '#engines/protocol/ocpp16/rpc.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import { createSerialQueue, type SerialQueue } from './serial-queue.ts';
import { createKeepalive, type Keepalive } from './keepalive.ts';
import { recordOf, summaryOf, type Logged } from './frame-records.ts';
import { QUEUE_LONG, QUEUE_SHORT, MESSAGES_PER_SWEEP_MAX, PINGS_MISSED_MAX, UNREAD_BYTES_MAX, type OcppTimings } from './timings.ts';
import type { Clock, Log } from '../shared/environment.ts';
import type { LiveSession } from '../shared/session-registry.ts';

export interface ConnectionDeps {
  readonly door: DeviceDoor;
  readonly frames: FrameLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly timings: OcppTimings;
  /** Asks the business again about a pile that was not enabled, and calls `enter` if it agrees. */
  readonly promote: (connection: OcppConnection) => Promise<void>;
}

type Output<K extends RpcOutput<Subject>['kind']> = Extract<RpcOutput<Subject>, { kind: K }>;

/** A clock further off than this is told to an operator (states.md 4.3). */
const CLOCK_OFF_MS = 300_000;
/** Heartbeat interval for a pile whose profile switches its report off: WebSocket pings do the work. */
const HEARTBEAT_FALLBACK_S = 300;

/**
 * One WebSocket of one pile, its password already checked. Held at first: it gets polite answers and nothing reaches the business.
 * `enter` makes it the pile's live session. The RPC layer's decisions are stepRpc's, those of the business the door's; this class
 * carries them out in order.
 */
export class OcppConnection {
  readonly cpCode: string;
  readonly remoteAddress: string;
  /** Settles when the socket is over, the last event handled and the door told. */
  readonly gone: Promise<void>;
  readonly #ws: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #queue: SerialQueue;
  readonly #keepalive: Keepalive;
  readonly #alarmed = new Set<string>();
  #tellGone: () => void = () => undefined;
  #rpc: RpcSession<Subject>;
  #entered: { readonly ref: PileRef; readonly profile: PileProfile } | undefined;
  #open = true;
  #endsBy: DisconnectReason = 'closed';
  #messages = 0;
  #statusSeen = false;
  #prepareAtMs = Number.POSITIVE_INFINITY;
  #askAgainAtMs: number;

  constructor(ws: WebSocket, who: { readonly cpCode: string; readonly remoteAddress: string }, deps: ConnectionDeps) {
    const nowMs = deps.clock.nowMs();
    this.cpCode = who.cpCode;
    this.remoteAddress = who.remoteAddress;
    this.#askAgainAtMs = nowMs + deps.timings.pendingMs;
    this.#ws = ws;
    this.#deps = deps;
    this.#rpc = openRpc(`${nowMs.toString(36)}-`);
    this.#keepalive = createKeepalive({ nowMs, pingMs: deps.timings.pingMs, missedMax: PINGS_MISSED_MAX });
    this.#queue = createSerialQueue({ onError: (error) => this.#complain(error), onShorter: (length) => length <= QUEUE_SHORT && this.#listen() });
    this.gone = new Promise((resolve) => {
      this.#tellGone = resolve;
    });
    ws.on('message', (data, isBinary) => this.#onMessage(data, isBinary));
    ws.on('ping', () => this.#keepalive.heard(deps.clock.nowMs()));
    ws.on('pong', () => this.#keepalive.heard(deps.clock.nowMs()));
    ws.on('error', (error) => this.#onError(error));
    ws.on('close', () => this.#end(this.#endsBy));
  }

  get open(): boolean {
    return this.#open;
  }

  /** Makes this connection the pile's session; the checks of its configuration come `prepareInMs` later. */
  enter(ref: PileRef, profile: PileProfile, prepareInMs: number): LiveSession {
    this.#entered = { ref, profile };
    this.#prepareAtMs = this.#deps.clock.nowMs() + prepareInMs;
    const isOpen = () => this.#open;
    return {
      ...ref,
      get open() {
        return isOpen();
      },
      send: (command) => this.#send(command),
      probe: (withinMs) => this.#probe(withinMs),
      close: (why) => this.close(why),
      gone: this.gone,
    };
  }

  close(why: DisconnectReason): void {
    if (!this.#open) return;
    this.#end(why);
    // A silent peer takes no part in a closing handshake.
    if (why === 'silent' || why === 'replaced') return this.#ws.terminate();
    this.#ws.close(why === 'breach' ? 1002 : why === 'shutdown' ? 1012 : 1000);
    setTimeout(() => this.#ws.terminate(), this.#deps.timings.closeMs).unref();
  }

  /** To be called about once a second. */
  sweep(nowMs: number): void {
    if (!this.#open) return;
    if (this.#rpc.pending) this.#run({ kind: 'tick', atMs: nowMs });
    // Nothing can be heard while nothing is read.
    if (this.#ws.isPaused) this.#keepalive.heard(nowMs);
    this.#messages = 0;
    if (this.#queue.length < QUEUE_LONG) this.#listen();
    if (nowMs >= this.#prepareAtMs) this.#prepare(nowMs);
    const due = this.#keepalive.check(nowMs);
    if (due === 'ping') this.#ws.ping();
    if (due === 'dead') this.close('silent');
  }

  async #probe(withinMs: number): Promise<boolean> {
    const heard = this.#keepalive.probe(withinMs);
    if (this.#open) this.#ws.ping();
    // While nothing is read, silence proves nothing.
    return (await heard) || (this.#open && this.#ws.isPaused);
  }

  #prepare(nowMs: number): void {
    this.#prepareAtMs = Number.POSITIVE_INFINITY;
    if (!this.#entered) return;
    const calls = preparationCalls({ intervals: this.#entered.profile.intervals, statusSeen: this.#statusSeen });
    for (const call of calls) this.#run({ kind: 'call', call, atMs: nowMs });
  }

  #listen(): void {
    if (this.#open && this.#ws.isPaused && this.#messages <= MESSAGES_PER_SWEEP_MAX) this.#ws.resume();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (!this.#open) return;
    const atMs = this.#deps.clock.nowMs();
    this.#keepalive.heard(atMs);
    this.#messages += 1;
    this.#run(isBinary ? { kind: 'binary', atMs } : { kind: 'text', text: textOf(data), atMs });
    if (this.#queue.length >= QUEUE_LONG || this.#messages > MESSAGES_PER_SWEEP_MAX) this.#ws.pause();
  }

  #onError(error: Error): void {
    // The library itself closes a socket whose peer breaks the WebSocket protocol or a limit.
    if (!('code' in error) || !String(error.code).startsWith('WS_ERR_')) return;
    this.#endsBy = 'breach';
    this.#alarm('badBytes', error.message);
  }

  #run(input: RpcInput<Subject>): void {
    const step = stepRpc(this.#rpc, input);
    this.#rpc = step.session;
    const text = input.kind === 'text' ? input.text : undefined;
    for (const output of step.outputs) this.#perform(output, text);
  }

  #perform(output: RpcOutput<Subject>, text: string | undefined): void {
    switch (output.kind) {
      case 'serve':
        return this.#serve(output, text ?? '');
      case 'send':
        return this.#sendText(output);
      case 'settled':
        if (text !== undefined && output.id !== undefined)
          this.#record('up', { type: output.call.action, id: output.id, text, summary: output.late ? 'late' : '' });
        return this.#settle(output);
      case 'note':
        this.#record('up', { type: 'unreadable', id: '', text: text ?? '(binary)', summary: output.detail });
        return output.what === 'bad' ? this.#alarm('badBytes', output.detail) : undefined;
      case 'hangUp':
        return this.close('breach');
    }
  }

  #serve({ id, action, payload }: Output<'serve'>, text: string): void {
    const atMs = this.#deps.clock.nowMs();
    const heartbeatS = this.#entered?.profile.intervals.pileS || HEARTBEAT_FALLBACK_S;
    const incoming = receive({ action, payload }, { atMs, heartbeatS, text });
    if ('refusal' in incoming) {
      this.#record('up', { type: action, id, text, summary: 'refused' });
      if (incoming.code !== 'NotSupported') this.#alarm('undecodable', `${action}: ${incoming.why}`);
      return this.#reply(id, incoming.refusal);
    }
    this.#record('up', { type: action, id, text, summary: summaryOf(incoming) });
    if (action === 'StatusNotification') this.#statusSeen = true;
    const aheadMs = latestMs(incoming.events) - atMs;
    // Only a clock that runs ahead is told: old instants are what an offline station stores.
    if (aheadMs > CLOCK_OFF_MS) this.#alarm('clockOff', `${Math.round(aheadMs / 1_000)} s ahead`);
    if (incoming.events.length === 0) return this.#reply(id, incoming.reply([]));
    this.#queue.add(() => this.#tell(incoming, { id, action }));
  }

  async #tell(incoming: Incoming, { id, action }: { readonly id: string; readonly action: string }): Promise<void> {
    const boots = action === 'BootNotification';
    if (!this.#entered) await this.#askAgain(boots);
    if (!this.#entered) return this.#reply(id, boots ? this.#pending() : { ok: false, code: 'SecurityError', description: 'not accepted yet' });
    try {
      this.#reply(id, incoming.reply(await this.#handle(this.#entered.ref, incoming.events)));
    } catch (error) {
      this.#reply(id, notTaken);
      throw error;
    }
  }

  /** Asks about a pile that was not enabled: when it boots, and from time to time for a pile that sees no reason to boot. */
  async #askAgain(now: boolean): Promise<void> {
    const nowMs = this.#deps.clock.nowMs();
    if (!now && nowMs < this.#askAgainAtMs) return;
    this.#askAgainAtMs = nowMs + this.#deps.timings.pendingMs;
    await this.#deps.promote(this);
  }

  /** One after the other: the business takes a pile's events in the order the pile spoke. */
  async #handle(ref: PileRef, events: readonly PileEvent[]): Promise<readonly PlatformAnswer[]> {
    const answers: PlatformAnswer[] = [];
    for (const event of events) answers.push(await this.#deps.door.handle(ref, event));
    return answers;
  }

  #pending(): Reply {
    return bootAnswer('Pending', { atMs: this.#deps.clock.nowMs(), heartbeatS: Math.ceil(this.#deps.timings.pendingMs / 1_000) });
  }

  #reply(id: string, reply: Reply): void {
    this.#run({ kind: 'reply', id, reply });
  }

  #sendText({ text, id, action, refusal }: Output<'send'>): void {
    this.#record('down', { type: action, id, text, summary: refusal ? 'refused' : '' });
    this.#ws.send(text);
    if (this.#ws.bufferedAmount > UNREAD_BYTES_MAX) this.close('silent');
  }

  #send(command: DeviceCommand): SendOutcome {
    const atMs = this.#deps.clock.nowMs();
    const plan = callOfCommand(command);
    if (!this.#open) return 'offline';
    if (plan.kind === 'unsupported' || plan.kind === 'invalid') return plan.kind;
    if (plan.kind === 'reply') {
      this.#tellSettled(concludeKnown(command, plan.reply, atMs), []);
      return 'sent';
    }
    if (plan.call.deadlineMs !== undefined && plan.call.deadlineMs <= atMs) return 'expired';
    // The same id twice is one command.
    if (
      [this.#rpc.pending?.call, ...this.#rpc.waiting].some(
        (call) => call?.subject.for === 'command' && call.subject.command.commandId === command.commandId,
      )
    )
      return 'sent';
    if (this.#rpc.waiting.length >= WAITING_MAX && !plan.call.urgent) return 'busy';
    this.#run({ kind: 'call', call: plan.call, atMs });
    return 'sent';
  }

  #settle({ call, outcome, late }: Output<'settled'>): void {
    const atMs = this.#deps.clock.nowMs();
    const { conclusion, calls } = afterCall(call, outcome, { atMs, late: late === true });
    if (conclusion) this.#tellSettled(conclusion.settlement, conclusion.events);
    for (const next of calls) this.#run({ kind: 'call', call: next, atMs });
  }

  #tellSettled(settlement: CommandSettlement, events: readonly PileEvent[]): void {
    const ref = this.#entered?.ref;
    if (!ref) return;
    this.#queue.add(async () => {
      await this.#deps.door.commandSettled(ref, settlement);
      await this.#handle(ref, events);
    });
  }

  #end(why: DisconnectReason): void {
    if (!this.#open) return;
    this.#open = false;
    this.#keepalive.end();
    this.#run({ kind: 'close' });
    const ref = this.#entered?.ref;
    this.#queue.add(async () => {
      try {
        if (ref) await this.#deps.door.disconnected(ref, why);
      } finally {
        this.#tellGone();
      }
    });
  }

  #record(direction: Logged['direction'], { type, id, text, summary }: Pick<Logged, 'type' | 'id' | 'text' | 'summary'>): void {
    const epoch = this.#entered?.ref.epoch ?? null;
    this.#deps.frames.add(recordOf({ cpCode: this.cpCode, epoch, direction, type, id, text, summary, atMs: this.#deps.clock.nowMs() }));
  }

  /** Once a connection for each kind: a pile that speaks badly does so all day. */
  #alarm(kind: GatewayAlarm['kind'], detail: string): void {
    if (this.#alarmed.has(kind)) return;
    this.#alarmed.add(kind);
    this.#deps.door.alarm({ kind, cpCode: this.cpCode, remoteAddress: this.remoteAddress, detail, atMs: this.#deps.clock.nowMs() });
  }

  #complain(error: unknown): void {
    this.#deps.log.error({ cpCode: this.cpCode, error: error instanceof Error ? error.message : String(error) }, 'ocpp: an event was not kept');
  }
}

/** The latest instant a station speaks of. */
const latestMs = (events: readonly PileEvent[]): number => Math.max(0, ...events.map(instantOf));

const instantOf = (event: PileEvent): number => {
  if ('atMs' in event) return event.atMs;
  if (event.kind === 'transactionStarted') return event.startAtMs;
  return event.kind === 'orderReport' ? event.stopAtMs : 0;
};

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data) ? data.toString('utf8') : Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data).toString('utf8');
