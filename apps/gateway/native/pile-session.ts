import type { AnswerTo } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { DisconnectReason, GatewayAlarm, LoginVerdict, PileEvent, PileRef, SendOutcome } from '#engines/protocol/device-backend.ts';
import { readPauseMs } from '#engines/session/native/pace.ts';
import { openSession, type Input, type Output, type Session } from '#engines/session/native/session.ts';
import { step } from '#engines/session/native/step.ts';
import { loginResult } from '#engines/protocol/codes.ts';
import { createProbes, type Probes } from '../shared/probes.ts';
import { createSerialQueue, type SerialQueue } from '../shared/serial-queue.ts';
import type { LiveSession } from '../shared/session-registry.ts';
import type { ListenerContext } from './listener-context.ts';

type WithoutTime<I> = I extends unknown ? Omit<I, 'nowMs'> : never;
type OutputOf<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;

/** What a pile's session needs from its connection. */
export interface SessionConnection {
  readonly remoteAddress: string;
  readonly overTls: boolean;
  /** 32 random bits for nonces. */
  readonly random: number;
  /** True while reading is paused because a pile or the domain is behind; silence then does not mean that the peer is gone. */
  readonly paused: boolean;
  write(bytes: Uint8Array): void;
  /** Called when a pile on this connection has authenticated. */
  proven(): void;
  /** Called when the domain has answered, so that a paused connection may read again. */
  answered(): void;
  /** Called when this pile's session on the connection is over. */
  ended(pile: PileSession, reason: DisconnectReason): void;
}

/** Runs the session state machine of one pile: feeds it inputs, performs its outputs, and delivers the pile's events to the domain in order. */
export class PileSession implements LiveSession {
  readonly cpCode: string;
  readonly protocol = 'native';
  readonly ended: Promise<void>;
  private session: Session;
  private readonly context: ListenerContext;
  private readonly connection: SessionConnection;
  private readonly markEnded: () => void;
  /** Calls to the domain about this pile, executed one at a time. */
  private readonly queue: SerialQueue;
  private readonly probes: Probes;
  private outcome: SendOutcome = 'offline';

  constructor(cpCode: string, connection: SessionConnection, context: ListenerContext) {
    this.cpCode = cpCode;
    this.connection = connection;
    this.context = context;
    const { promise, resolve } = deferred();
    this.ended = promise;
    this.markEnded = resolve;
    this.queue = createSerialQueue((error) => context.log.error({ err: error, cpCode }, 'the domain did not take what a session told it'));
    this.probes = createProbes(() => connection.paused);
    const { remoteAddress, overTls, random } = connection;
    this.session = openSession({ cpCode, remoteAddress, overTls, random, nowMs: context.clock.nowMs() }, context.env.limits);
  }

  get epoch(): number {
    return this.session.epoch ?? 0;
  }
  get open(): boolean {
    return this.session.phase === 'live';
  }

  /** How long reading must pause because of this pile, in milliseconds. */
  get pauseMs(): number {
    return readPauseMs(this.session, this.context.clock.nowMs(), this.context.env.limits);
  }

  /** Resolves when every event received so far has been handled. */
  get handled(): Promise<void> {
    return this.queue.finished;
  }

  feed(input: WithoutTime<Input>): void {
    const stepped = step(this.session, { ...input, nowMs: this.context.clock.nowMs() }, this.context.env);
    this.session = stepped.session;
    if (input.kind === 'frame') this.probes.settle(true);
    for (const output of stepped.outputs) this.perform(output);
  }

  send(command: DeviceCommand): SendOutcome {
    this.outcome = 'offline';
    this.feed({ kind: 'command', command });
    return this.outcome;
  }

  probe(withinMs: number): Promise<boolean> {
    const sign = this.probes.wait(withinMs);
    this.feed({ kind: 'probe' });
    return sign;
  }

  close(reason: DisconnectReason): void {
    this.feed({ kind: 'close', reason });
  }

  private perform(output: Output): void {
    const { backend, frames, counts } = this.context;
    switch (output.kind) {
      case 'send':
        counts.framesDown += 1;
        return this.connection.write(output.bytes);
      case 'askCredentials':
        return void this.askCredentials();
      case 'login':
        return void this.login(output);
      case 'deliver':
        return this.inOrder(() => this.deliver(output));
      case 'settle':
        return this.inOrder((pile) => backend.commandSettled(pile, output.settlement));
      case 'taken':
        this.outcome = output.outcome;
        return;
      case 'log':
        return frames.add(output.record);
      case 'alarm':
        return backend.alarm(output.alarm);
      case 'ended':
        return this.end(output.reason);
    }
  }

  private async askCredentials(): Promise<void> {
    const { backend, guard, clock } = this.context;
    if (!guard.admit(this.cpCode, this.connection.remoteAddress, clock.nowMs())) return this.refuse();
    try {
      this.feed({ kind: 'credentials', credentials: await backend.credentials(this.cpCode) });
      if (this.session.phase === 'refused') this.guessed();
    } catch (error) {
      this.giveUp(error, 'the credentials of a pile could not be read');
    }
  }

  private async login({ attempt }: OutputOf<'login'>): Promise<void> {
    const { backend, registry } = this.context;
    try {
      const claimed = await registry.claim(this.cpCode, async () => (this.deciding ? this.enter(await backend.login(attempt)) : undefined));
      if (claimed === 'alive') this.alarm('duplicateIdentity', 'the present session answered a probe');
      if (claimed === 'alive' || claimed === 'crowded') this.refuse();
    } catch (error) {
      this.giveUp(error, 'a login could not be decided');
    }
  }

  private get deciding(): boolean {
    return this.session.phase === 'deciding';
  }

  private async enter(verdict: LoginVerdict): Promise<LiveSession | undefined> {
    if (verdict.result !== loginResult.success) this.context.counts.refusedLogins += 1;
    this.feed({ kind: 'loginVerdict', verdict });
    if (this.open) {
      this.context.guard.succeeded(this.cpCode, this.connection.remoteAddress);
      this.connection.proven();
      // The last known state dates from before the disconnection, so the pile is asked for its own state and that of its guns. Nothing waits
      // for the answer.
      this.feed({ kind: 'probe' });
      return this;
    }
    // The socket ended while the device back end decided the login, so the new epoch must be closed.
    if (verdict.result === loginResult.success && this.session.epoch === null) {
      await this.context.backend.disconnected({ cpCode: this.cpCode, epoch: verdict.epoch, protocol: 'native' }, 'closed');
    }
    return undefined;
  }

  /** Handles a login with an unknown code or a wrong secret. */
  private guessed(): void {
    this.context.counts.refusedLogins += 1;
    this.context.guard.failed(this.connection.remoteAddress, this.context.clock.nowMs());
  }

  private refuse(): void {
    this.context.counts.refusedLogins += 1;
    this.feed({ kind: 'loginVerdict', verdict: { result: loginResult.tooFrequent } });
  }

  /** Events of one frame are handled one after the other; if one is not stored, the pile repeats the frame, and those before it have no second effect. */
  private async deliver({ ticket, events }: OutputOf<'deliver'>): Promise<void> {
    const { backend, counts, log } = this.context;
    const answers: AnswerTo<PileEvent>[] = [];
    let [handled]: readonly PileEvent[] = events;
    try {
      for (const event of events) {
        handled = event;
        answers.push(await backend.handle(this.ref, event));
      }
      this.feed({ kind: 'answer', ticket, answers });
    } catch (error) {
      counts.failedEvents += 1;
      log.error({ err: error, cpCode: this.cpCode, event: handled?.kind }, 'an event was not handled');
      this.feed({ kind: 'failed', ticket });
    }
    this.connection.answered();
  }

  private end(reason: DisconnectReason): void {
    this.probes.settle(false);
    if (this.session.epoch !== null) this.inOrder((pile) => this.context.backend.disconnected(pile, reason));
    void this.queue.finished.then(this.markEnded);
    this.connection.ended(this, reason);
  }

  /** Runs `work` after all work that was queued before it. */
  private inOrder(work: (pile: PileRef) => Promise<void>): void {
    this.queue.add(() => work(this.ref));
  }

  private giveUp(error: unknown, message: string): void {
    this.context.log.error({ err: error, cpCode: this.cpCode }, message);
    this.close('closed');
  }

  private alarm(kind: GatewayAlarm['kind'], detail: string): void {
    this.context.backend.alarm({ kind, cpCode: this.cpCode, remoteAddress: this.connection.remoteAddress, detail, atMs: this.context.clock.nowMs() });
  }

  private get ref(): PileRef {
    return { cpCode: this.cpCode, epoch: this.epoch, protocol: 'native' };
  }
}

const deferred = (): { promise: Promise<void>; resolve: () => void } => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};
