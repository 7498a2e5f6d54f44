import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { markAuthenticated } from '#kit/server/connections/connection-bounds.ts';
import type { DisconnectReason } from '#engines/protocol/device-backend.ts';
import { framing, readFrame, type Frame } from '#engines/protocol/native/frame.ts';
import { BAD_BYTES_MAX, BUFFER_MAX_BYTES } from '#engines/protocol/native/limits.ts';
import { PileSession, type SessionConnection } from './pile-session.ts';
import type { ListenerContext } from './listener-context.ts';

/** The part of a TCP socket that a connection uses; TLS gives the same. */
export type Peer = Duplex & Pick<Socket, 'remoteAddress' | 'setNoDelay' | 'setKeepAlive'>;

/**
 * One TCP socket that carries one or more piles. It cuts the byte stream into frames, hands each frame to the session of its pile,
 * and stops reading while a pile or the domain cannot keep up.
 */
export class Connection implements SessionConnection {
  readonly remoteAddress: string;
  readonly overTls: boolean;
  readonly random = randomInt(2 ** 32);
  private readonly socket: Peer;
  private readonly context: ListenerContext;
  private readonly deframer = new Deframer(framing, { bufferMax: BUFFER_MAX_BYTES, badBytesMax: BAD_BYTES_MAX });
  private readonly piles = new Map<string, PileSession>();
  private readonly openedMs: number;
  private heardMs: number;
  private resumeTimer: NodeJS.Timeout | undefined;
  /** The pile whose pending work must shrink before the connection reads again. */
  private slow: PileSession | undefined;
  private relogin = false;
  private unsent = false;
  private stopped = false;

  constructor(socket: Peer, context: ListenerContext, overTls: boolean) {
    this.socket = socket;
    this.overTls = overTls;
    this.context = context;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.openedMs = context.clock.nowMs();
    this.heardMs = this.openedMs;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on('data', (chunk: Uint8Array) => {
      this.heardMs = context.clock.nowMs();
      this.deframer.push(chunk);
      this.pump();
    });
    socket.on('drain', () => {
      this.unsent = false;
      this.pump();
    });
    // A socket error is always followed by a 'close' event, which is handled.
    socket.on('error', () => undefined);
    socket.on('close', () => this.closeAll('closed'));
  }

  get paused(): boolean {
    return this.slow !== undefined;
  }

  private get blocked(): boolean {
    return this.paused || this.unsent || this.stopped;
  }

  write(bytes: Uint8Array): void {
    if (this.socket.destroyed || this.socket.writableEnded) return;
    // Reading stops while the peer does not read our bytes. The unsent bytes stay bounded by its unanswered requests and the open commands.
    if (!this.socket.write(bytes)) this.unsent = true;
  }

  proven(): void {
    markAuthenticated(this.socket);
  }

  answered(): void {
    if (this.slow) this.pump();
  }

  ended(pile: PileSession, reason: DisconnectReason): void {
    if (this.piles.get(pile.cpCode) === pile) this.piles.delete(pile.cpCode);
    if (reason === 'relogin') this.relogin = true;
    if (this.piles.size > 0 || reason === 'relogin') return;
    clearTimeout(this.resumeTimer);
    if (GONE.has(reason)) this.socket.destroy();
    else this.hangUp();
  }

  tick(): void {
    const nowMs = this.context.clock.nowMs();
    for (const pile of this.piles.values()) this.guarded(pile, () => pile.feed({ kind: 'tick', paused: this.paused }));
    if (this.piles.size === 0 && nowMs - this.openedMs >= this.context.limits.loginMs) return void this.socket.destroy();
    if (this.deframer.waiting > 0 && !this.blocked && nowMs - this.heardMs >= this.context.limits.frameStallMs) {
      this.deframer.stalled();
      this.pump();
    }
  }

  /** Stops reading, waits for the answers to received requests, then ends every session. Resolves when the domain knows of every end. */
  async drain(): Promise<void> {
    this.stopped = true;
    this.socket.pause();
    const piles = [...this.piles.values()];
    await Promise.all(piles.map((pile) => pile.handled));
    this.closeAll('shutdown');
    await Promise.all(piles.map((pile) => pile.ended));
  }

  destroy(): void {
    this.socket.destroy();
  }

  private pump(): void {
    if (this.stopped || this.socket.destroyed) return;
    while (!this.mustPause()) {
      const bytes = this.deframer.next();
      if (!bytes) break;
      this.takeFrame(readFrame(bytes));
      if (this.socket.destroyed || this.socket.writableEnded) return;
    }
    if (this.deframer.broken) return this.breach();
    if (this.blocked) this.socket.pause();
    else this.socket.resume();
  }

  /** Whether reading must wait for a pile or the domain. Where only time is needed, a timer checks again. */
  private mustPause(): boolean {
    const pauseMs = this.slow?.pauseMs ?? 0;
    if (pauseMs === 0) this.slow = undefined;
    else if (pauseMs < Infinity) {
      clearTimeout(this.resumeTimer);
      this.resumeTimer = setTimeout(() => this.pump(), Math.max(pauseMs, PAUSE_MIN_MS));
    }
    return this.blocked;
  }

  private takeFrame(frame: Frame): void {
    this.context.counts.framesUp += 1;
    const pile = this.piles.get(frame.cpCode) ?? this.admit(frame.cpCode);
    if (!pile) return;
    this.feed(pile, frame);
    if (this.relogin) {
      this.relogin = false;
      const again = this.admit(frame.cpCode);
      if (again) this.feed(again, frame);
    }
    if (pile.pauseMs > 0) this.slow = pile;
  }

  private feed(pile: PileSession, frame: Frame): void {
    this.guarded(pile, () => pile.feed({ kind: 'frame', frame }));
  }

  /** An exception in our code ends the session in which it happened, not the process. */
  private guarded(pile: PileSession, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.context.log.error({ err: error, cpCode: pile.cpCode }, 'a session broke');
      pile.close('breach');
    }
  }

  private admit(cpCode: string): PileSession | undefined {
    if (this.piles.size >= this.context.limits.pilesPerConnectionMax) return undefined;
    const pile = new PileSession(cpCode, this, this.context);
    this.piles.set(cpCode, pile);
    return pile;
  }

  /** Handles bytes that are no frames. Before a login they are only counted, so that port scanners raise no alarms. */
  private breach(): void {
    this.context.counts.badBytes += this.deframer.badBytes;
    for (const pile of this.piles.values()) {
      if (!pile.open) continue;
      const detail = `${this.deframer.badBytes} bytes that are no frame`;
      this.context.backend.alarm({
        kind: 'badBytes',
        cpCode: pile.cpCode,
        remoteAddress: this.remoteAddress,
        detail,
        atMs: this.context.clock.nowMs(),
      });
    }
    this.closeAll('breach');
    this.socket.destroy();
  }

  private closeAll(reason: DisconnectReason): void {
    clearTimeout(this.resumeTimer);
    for (const pile of this.piles.values()) pile.close(reason);
  }

  /** Flushes pending bytes and closes the socket. A peer that does not read gets only a short time. */
  private hangUp(): void {
    this.socket.end();
    const timer = setTimeout(() => this.socket.destroy(), this.context.limits.lingerMs);
    this.socket.once('close', () => clearTimeout(timer));
  }
}

/** A pause shorter than this is not worth a timer. */
const PAUSE_MIN_MS = 50;
const KEEP_ALIVE_MS = 30_000;
/** Reasons of disconnection after which the peer cannot read what is still unsent. */
const GONE: ReadonlySet<DisconnectReason> = new Set(['silent', 'replaced', 'breach']);
