import { DecodeError, toHex } from '#engines/protocol/codec/bytes.ts';
import { openLink, loginRequest, type PileLink } from '#engines/protocol/native/client.ts';
import { readFrame, type Frame } from '#engines/protocol/native/frame.ts';
import type { BodyOf } from '#engines/protocol/native/messages.ts';
import { loginResult } from '#engines/protocol/codes.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { between, bits32 } from '../model/random.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { ChannelMessage, Dial } from '../pile/channel.ts';
import type { PileConnection } from '../pile/connection.ts';
import { cpTypeOf, type Claim, type Permission, type PileRecord, type Session } from '../pile/facts.ts';
import type { Gun } from '../pile/gun.ts';
import type { Pile } from '../pile/pile.ts';
import { RecordPump, type RecordResult } from '../pile/record-pump.ts';
import { RETRY_TIMES, Uplink, type RetryTimes } from '../pile/uplink.ts';
import type { Cancel } from '../time.ts';
import { applyIntervals } from './parameters.ts';
import { seconds } from './pile-messages.ts';
import { Requests, type Answer, type CommandReplyMessage, type RequestMessage } from './requests.ts';

/** The timings of a pile of the native protocol; tests shorten them. */
export interface NativeTimings extends RetryTimes {
  /** After the platform answered an order record with "send again later", or did not answer it. */
  readonly retryMs: number;
  /** After a login was refused as too frequent, or for another reason. */
  readonly loginRetryMs: number;
}

export const NATIVE_TIMINGS: NativeTimings = { ...RETRY_TIMES, retryMs: 30_000, loginRetryMs: 60_000 };

/** A message of the platform: an answer to a request, or a command. */
export type ReceivedMessage<Reply, Command> = { readonly sequence: number } & (
  | { readonly reply: Reply; readonly command?: never }
  | { readonly command: Command; readonly reply?: never }
);

/** The login reply, whatever the form of its body. */
type LoginReply = BodyOf<'0100'>;

/** What both variants of the native protocol share: connecting, logging in, repeating requests, handing in records, reporting at intervals. */
export abstract class FrameConnection<Reply extends { readonly type: string }, Command> implements PileConnection {
  live = false;
  protected readonly pile: Pile;
  protected readonly timings: NativeTimings;
  protected readonly uplink: Uplink;
  protected readonly pump: RecordPump;
  protected requests: Requests<Reply> | undefined;
  private timers: Cancel[] = [];
  /**
   * How far the platform's clock was ahead of the pile's at the last login answer. A login is dated by the platform's clock, whatever the pile's own
   * clock shows.
   */
  private loginShiftMs = 0;
  private readonly version: number;

  constructor(pile: Pile, dial: Dial, { timings, version }: { readonly timings: NativeTimings; readonly version: number }) {
    this.pile = pile;
    this.timings = timings;
    this.version = version;
    this.pump = new RecordPump(pile, (record) => this.sendRecord(record));
    this.uplink = new Uplink(pile.facts, dial, {
      time: pile.time,
      rng: pile.rng,
      retryTimes: timings,
      events: { opened: () => void this.login(), received: (message) => this.receive(message), closed: (detail) => this.handleClosed(detail) },
    });
  }

  get connectionNo(): number {
    return this.uplink.count;
  }

  open(): void {
    this.uplink.start();
  }
  cut(forMs?: number): void {
    this.uplink.cut(forMs);
  }
  close(): void {
    this.uplink.stop();
  }
  recordsChanged(): void {
    void this.pump.run();
  }

  abstract reboot(): void;
  readonly checksGroups = false;
  abstract requestStart(gun: Gun, claim: Claim, wish: ChargeStrategy): Promise<Permission>;
  abstract pileChanged(): void;
  abstract gunChanged(gun: Gun): void;
  abstract charging(gun: Gun, session: Session): void;
  abstract finished(gun: Gun, record: PileRecord): void;
  /** Decodes a frame of the platform; throws `DecodeError` if it cannot. */
  protected abstract read(link: PileLink, frame: Frame): ReceivedMessage<Reply, Command>;
  protected abstract loginReplyOf(reply: Reply): LoginReply | undefined;
  /** Stored records have been sent; the pile now says what it is. */
  protected abstract reportInitially(): void;
  protected abstract answer(command: Command): CommandReplyMessage;
  /** Called after the answer to a command has been sent. */
  protected abstract answered(): void;
  protected abstract sendRecord(record: PileRecord): Promise<RecordResult>;

  protected async request(request: RequestMessage, how: { readonly stored?: boolean } = {}): Promise<Answer<Reply>> {
    const { latencies, time } = this.pile;
    const sentMs = latencies && time.nowMs();
    const answer = (await this.requests?.request(request, how)) ?? 'disconnected';
    if (sentMs !== undefined && typeof answer !== 'string') latencies?.answered(time.nowMs() - sentMs);
    else latencies?.unanswered();
    return answer;
  }

  protected stopReports(): void {
    for (const cancel of this.timers.splice(0)) cancel();
  }

  /** Sends a report at an interval, from a random point of it on, so that the piles of a fleet do not report at the same time. */
  protected report(slot: number, everyMs: number, send: () => Promise<void>): void {
    if (everyMs <= 0) return;
    const next = (waitMs: number): void => {
      this.timers[slot] = this.pile.time.after(waitMs, () => {
        next(everyMs);
        void send();
      });
    };
    next(between(this.pile.rng, 0, everyMs));
  }

  private async login(): Promise<void> {
    const { pile, version } = this;
    const { cpCode, secret, encryptionMode, kind, gunCount, mainHw } = pile.facts;
    const link = openLink({ cpCode, secret, encryptionMode, random: bits32(pile.rng), nowMs: pile.time.nowMs(), version });
    const nonce = toHex(Uint8Array.from({ length: 8 }, () => Math.floor(pile.rng() * 256)));
    const requests = new Requests<Reply>(link, (bytes) => this.uplink.send(bytes), pile.time);
    this.requests = requests;
    const facts = { cpType: cpTypeOf[kind], gunCount, mainHw, mainSw: pile.mainSw, time: seconds(pile.clockMs + this.loginShiftMs), nonce };
    const answer = await requests.request(loginRequest(link, facts, nodeCrypto));
    if (this.requests !== requests) return;
    const reply = typeof answer === 'string' ? undefined : this.loginReplyOf(answer);
    if (!reply) return this.uplink.cut();
    this.handleLoginReply(reply);
  }

  private handleLoginReply({ result, serverTime, tzMinutes, intervals, rateRuleNo }: LoginReply): void {
    const { pile } = this;
    const clockErrorMs = serverTime * 1_000 - pile.clockMs - this.loginShiftMs;
    if (result === loginResult.success) pile.setClock(serverTime * 1_000);
    this.loginShiftMs = serverTime * 1_000 - pile.clockMs;
    if (result !== loginResult.success) {
      pile.notify({ kind: 'disconnected', detail: `login refused: ${result}` });
      // A login that was refused for its date can be repeated at once with the corrected date.
      if (Math.abs(clockErrorMs) < CLOCK_ERROR_MS)
        this.uplink.waitAtLeast(between(pile.rng, this.timings.loginRetryMs, this.timings.loginRetryMs * 1.5));
      return this.uplink.cut();
    }
    pile.tzMinutes = tzMinutes;
    pile.memory.parameters['rateRuleNo'] = rateRuleNo;
    applyIntervals(pile, intervals);
    this.live = true;
    this.uplink.resetWaits();
    pile.notify({ kind: 'live', detail: '' });
    void this.sendInitialReports();
  }

  /** Stored records are sent first, then the state of the pile. */
  private async sendInitialReports(): Promise<void> {
    await this.pump.run();
    if (this.live) this.reportInitially();
  }

  private receive(message: ChannelMessage): void {
    const { requests } = this;
    if (typeof message === 'string' || !requests) return;
    try {
      const { sequence, reply, command } = this.read(requests.state, readFrame(message));
      if (reply) requests.receive(sequence, reply);
      if (!this.live || command === undefined) return;
      // Only after earlier messages have been handled: an answer and the command that depends on it may arrive together.
      this.pile.time.after(0, () => {
        if (this.requests !== requests) return;
        requests.reply(sequence, this.answer(command));
        this.answered();
      });
    } catch (error) {
      // A frame that cannot be decoded is ignored.
      if (!(error instanceof DecodeError)) throw error;
    }
  }

  private handleClosed(detail: string): void {
    this.live = false;
    this.stopReports();
    this.pump.stop();
    this.requests?.end();
    this.requests = undefined;
    this.pile.notify({ kind: 'disconnected', detail });
  }
}

/** A difference of clocks that explains a refused login. */
const CLOCK_ERROR_MS = 60_000;
const TIMER_SLACK_MS = 20;

/** Whether a report is due; a tick may be a little early and still send it. */
export const isDue = (lastMs: number, everyMs: number, nowMs: number): boolean => everyMs > 0 && nowMs - lastMs >= everyMs - TIMER_SLACK_MS;
