import type { RawData, WebSocket } from 'ws';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { DeviceBackend, DisconnectReason, PileEvent, PileProfile, PileRef, SendOutcome } from '#engines/protocol/device-backend.ts';
import type { PlatformAnswer } from '#engines/protocol/ocpp16/inbound/incoming.ts';
import type { SessionLimits } from '#engines/session/ocpp16/limits.ts';
import { openSession, type Input, type Output, type Session } from '#engines/session/ocpp16/session.ts';
import { step } from '#engines/session/ocpp16/step.ts';
import type { Handshake } from './handshake.ts';
import type { Clock, Log } from '../shared/environment.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import { createProbes, type Probes } from '../shared/probes.ts';
import { createSerialQueue, type SerialQueue } from '../shared/serial-queue.ts';
import type { LiveSession } from '../shared/session-registry.ts';
import { UNREAD_BYTES_MAX } from './timings.ts';

export interface ConnectionDeps {
  readonly backend: DeviceBackend;
  readonly frames: FrameLog;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: SessionLimits;
  /** A station that does not answer the WebSocket close within this time is disconnected. */
  readonly closeMs: number;
  /** Asks the business again about a pile that was not enabled, and calls `enter` if it agrees. */
  readonly promote: (connection: OcppConnection) => Promise<void>;
}

type WithoutTime<I> = I extends unknown ? Omit<I, 'nowMs'> : never;
type OutputOf<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;

/** A station whose password has been checked. */
export interface VerifiedStation extends Pick<Handshake, 'cpCode' | 'remoteAddress' | 'overTls'> {
  readonly usesNextSecret: boolean;
}

/**
 * One WebSocket of one pile whose password has been checked. It runs the session state machine of the pile: feeds it inputs,
 * performs its outputs, and delivers the pile's events to the business in order. `enter` makes it the pile's live session.
 */
export class OcppConnection {
  readonly cpCode: string;
  readonly remoteAddress: string;
  readonly overTls: boolean;
  readonly usesNextSecret: boolean;
  /** Resolves when the socket is closed, the last event is handled and the device back end knows of the end. */
  readonly ended: Promise<void>;
  readonly #ws: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #probes: Probes = createProbes(() => this.open && this.#session.paused);
  readonly #queue: SerialQueue = createSerialQueue((error) => this.#complain(error));
  #session: Session;
  #outcome: SendOutcome = 'offline';
  #leave: () => void = () => undefined;

  constructor(ws: WebSocket, { cpCode, remoteAddress, overTls, usesNextSecret }: VerifiedStation, deps: ConnectionDeps) {
    this.cpCode = cpCode;
    this.remoteAddress = remoteAddress;
    this.overTls = overTls;
    this.usesNextSecret = usesNextSecret;
    this.#ws = ws;
    this.#deps = deps;
    this.#session = openSession({ cpCode, remoteAddress, nowMs: deps.clock.nowMs() }, deps.limits);
    this.ended = new Promise((resolve) => {
      this.#leave = resolve;
    });
    ws.on('message', (data, isBinary) => this.#hear(isBinary ? { kind: 'binary' } : { kind: 'text', text: textOf(data) }));
    ws.on('ping', () => this.#hear({ kind: 'signOfLife' }));
    ws.on('pong', () => this.#hear({ kind: 'signOfLife' }));
    // The library itself closes a socket whose peer violates the WebSocket protocol or a limit.
    ws.on('error', (error) => isProtocolError(error) && this.#feed({ kind: 'broken', detail: error.message }));
    ws.on('close', () => this.close('closed'));
  }

  get open(): boolean {
    return this.#session.phase !== 'closed';
  }

  /** Makes this connection the pile's session; the checks of its configuration come `prepareInMs` later. */
  enter(ref: PileRef, profile: PileProfile, prepareInMs: number): LiveSession {
    this.#feed({ kind: 'admitted', epoch: ref.epoch, profile, prepareInMs });
    const isOpen = () => this.open;
    return {
      ...ref,
      get open() {
        return isOpen();
      },
      send: (command) => this.#send(command),
      probe: (withinMs) => this.#probe(withinMs),
      close: (reason) => this.close(reason),
      ended: this.ended,
    };
  }

  close(reason: DisconnectReason): void {
    this.#feed({ kind: 'close', reason });
  }

  /** To be called about once a second. */
  sweep(): void {
    this.#feed({ kind: 'tick' });
  }

  #send(command: DeviceCommand): SendOutcome {
    this.#outcome = 'offline';
    this.#feed({ kind: 'command', command });
    return this.#outcome;
  }

  #probe(withinMs: number): Promise<boolean> {
    if (!this.open) return Promise.resolve(false);
    const alive = this.#probes.wait(withinMs);
    this.#feed({ kind: 'probe' });
    return alive;
  }

  #hear(input: WithoutTime<Input>): void {
    if (!this.open) return;
    this.#feed(input);
    this.#probes.settle(true);
  }

  #feed(input: WithoutTime<Input>): void {
    const { session, outputs } = step(this.#session, { ...input, nowMs: this.#deps.clock.nowMs() }, this.#deps.limits);
    this.#session = session;
    for (const output of outputs) this.#perform(output);
    if (!this.open) return;
    if (this.#ws.bufferedAmount > UNREAD_BYTES_MAX) return this.close('silent');
    if (this.#ws.isPaused === this.#session.paused) return;
    if (this.#session.paused) this.#ws.pause();
    else this.#ws.resume();
  }

  #perform(output: Output): void {
    const { backend, frames } = this.#deps;
    switch (output.kind) {
      case 'send':
        return this.#ws.send(output.text);
      case 'ping':
        return this.#ws.ping();
      case 'admit':
        return this.#queue.add(() => this.#askAdmission());
      case 'deliver':
        return this.#queue.add(() => this.#deliver(output));
      case 'settle':
        return this.#queue.add(async () => {
          await backend.commandSettled(this.#ref, output.settlement);
          await this.#handle(output.events);
        });
      case 'taken':
        this.#outcome = output.outcome;
        return;
      case 'log':
        return frames.add(output.record);
      case 'alarm':
        return backend.alarm(output.alarm);
      case 'ended':
        return this.#end(output.reason);
    }
  }

  async #askAdmission(): Promise<void> {
    try {
      await this.#deps.promote(this);
    } finally {
      this.#feed({ kind: 'notAdmitted' });
    }
  }

  async #deliver({ ticket, events }: OutputOf<'deliver'>): Promise<void> {
    try {
      this.#feed({ kind: 'answers', ticket, answers: await this.#handle(events) });
    } catch (error) {
      this.#feed({ kind: 'failed', ticket });
      throw error;
    }
  }

  /** Handles events one at a time, because the business takes a pile's events in the order the pile sent them. */
  async #handle(events: readonly PileEvent[]): Promise<readonly PlatformAnswer[]> {
    const answers: PlatformAnswer[] = [];
    for (const event of events) answers.push(await this.#deps.backend.handle(this.#ref, event));
    return answers;
  }

  #end(reason: DisconnectReason): void {
    this.#probes.settle(false);
    const wasLive = this.#session.epoch !== null;
    this.#queue.add(() => (wasLive ? this.#deps.backend.disconnected(this.#ref, reason) : Promise.resolve()));
    void this.#queue.finished.then(this.#leave);
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    // A peer that does not respond would not answer a closing handshake either.
    if (reason === 'silent' || reason === 'replaced') return this.#ws.terminate();
    this.#ws.close(reason === 'breach' ? 1002 : reason === 'shutdown' ? 1012 : 1000);
    setTimeout(() => this.#ws.terminate(), this.#deps.closeMs).unref();
  }

  #complain(error: unknown): void {
    this.#deps.log.error({ cpCode: this.cpCode, error: error instanceof Error ? error.message : String(error) }, 'ocpp: an event was not kept');
  }

  get #ref(): PileRef {
    return { cpCode: this.cpCode, epoch: this.#session.epoch ?? 0, protocol: 'ocpp16' };
  }
}

const isProtocolError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('WS_ERR_');

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data) ? data.toString('utf8') : Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data).toString('utf8');
