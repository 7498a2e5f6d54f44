/**
 * The interface between the gateway and the business, as types only. The gateway (any protocol) calls a `DeviceBackend`, which the
 * domains implement; the domains send commands through a `DeviceGateway`, which the gateway implements.
 *
 * Order of calls: for one pile and epoch, `login` comes first, then `handle` and `commandSettled` one at a time in the order of the
 * pile's messages (each call starts after the previous promise has settled), and finally `disconnected` once. A new epoch's `login`
 * starts after the old epoch's `disconnected` has settled (it waits for a bounded time only). Different piles are handled in
 * parallel.
 */
import type { AnswerTo, CommandReply, DeviceEvent } from './device.ts';
import type { DeviceCommand } from './device-command.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { type EncryptionMode, type loginResult } from './codes.ts';

/** Events that piles send on their own. Answers to commands arrive through `commandSettled` instead. */
export type PileEvent = Exclude<DeviceEvent, CommandReply>;

export interface DeviceBackend {
  /**
   * What the gateway needs before it can read a login: the shared secret and the encryption mode. `undefined` for an unknown
   * pile. Called once per attempt; must not write.
   */
  credentials(cpCode: string): Promise<PileCredentials | undefined>;
  /**
   * Decides a login whose secret the gateway has already verified and whose old session is closed. Result 0 carries the new epoch
   * (old epoch + 1, committed). The gateway itself answers 1 (too frequent, dated too far from now, or the old session is alive) and
   * 2 (wrong secret); the back end answers 1 to a proof that was used before.
   */
  login(attempt: LoginAttempt): Promise<LoginVerdict>;
  /**
   * Processes one event and resolves with the answer AFTER its effects are committed. A rejection means that nothing was stored: the
   * pile gets a failure or no answer, and repeats the event.
   */
  handle<E extends PileEvent>(pile: PileRef, event: E): Promise<AnswerTo<E>>;
  /** The end of a command that `send` accepted. Called exactly once per command, and once more with `late` if an answer follows a time-out. */
  commandSettled(pile: PileRef, settlement: CommandSettlement): Promise<void>;
  /** The session is over. The gateway calls this at once; the domain applies the grace period before an offline alarm (15 s). */
  disconnected(pile: PileRef, reason: DisconnectReason): Promise<void>;
  /**
   * Frames for the communication log, at most `FRAME_BATCH_MAX` at a time, in chronological order. A batch is passed again after a
   * lost database connection; any other rejection drops it, and its frames are counted as lost.
   */
  frames(batch: readonly FrameRecord[]): Promise<void>;
  /** An event that operators should know. The gateway does not await the call, and the call must not throw. */
  alarm(alarm: GatewayAlarm): void;
}

export interface DeviceGateway {
  /**
   * Sends a command to the pile's live session. `sent`: it was transmitted and `commandSettled` will follow. No settlement follows
   * any other outcome: `offline` no live session, `busy` too many commands unanswered, `unsupported` the protocol has no such
   * command, `expired` a start past its deadline, `invalid` a value does not fit the frame.
   */
  send(cpCode: string, command: DeviceCommand): SendOutcome;
  /** Epoch of the live session, or undefined when offline. */
  epochOf(cpCode: string): number | undefined;
  /** Ends the live session (pile disabled, deleted, or its secret changed). False when there was none. */
  kick(cpCode: string): boolean;
}

export type SendOutcome = 'sent' | 'offline' | 'busy' | 'unsupported' | 'expired' | 'invalid';

/** Identifies a session: `epoch` is the fencing token of its login. */
export interface PileRef {
  readonly cpCode: string;
  readonly epoch: number;
  readonly protocol: 'native' | 'ocpp16';
}

export interface PileCredentials {
  /** Native: 16 ASCII characters or 32 hex digits. OCPP: the basic-auth password. Null when none is set. */
  readonly secret: string | null;
  /** OCPP: the password that takes the place of the present one. Either is right until the pile has logged in with this one. */
  readonly nextSecret?: string;
  /** With AES an unencrypted frame closes the connection. */
  readonly encryptionMode: EncryptionMode;
}

export type LoginResult = (typeof loginResult)[keyof typeof loginResult];

export type LoginVerdict =
  | { readonly result: typeof loginResult.success; readonly epoch: number; readonly profile: PileProfile }
  | { readonly result: Exclude<LoginResult, typeof loginResult.success> };

/** Settings sent to a pile after its login. */
export interface PileProfile {
  readonly intervals: ReportIntervals;
  /** Offset of the station's zone from UTC at login, minutes, -1440 to 1440. */
  readonly tzMinutes: number;
  /** Up to 16 ASCII characters; empty when there is none. */
  readonly rateRuleNo: string;
}

/** Seconds, 0 to 65535; 0 switches the report off. */
export interface ReportIntervals {
  readonly pileS: number;
  readonly gunS: number;
  readonly chargingS: number;
  readonly bmsHandshakeS: number;
  readonly bmsParameterS: number;
  readonly bmsChargingS: number;
  readonly bmsEndS: number;
}

export type CommandSettlement = { readonly commandId: string; readonly cmd: DeviceCommand['cmd']; readonly atMs: number } & (
  | { readonly outcome: 'answered'; readonly reply: CommandReply; /** The answer came after the time-out was told. */ readonly late: boolean }
  /** No answer in time; a start may nevertheless have happened. */
  | { readonly outcome: 'timedOut' }
  /** The connection ended first; a start may nevertheless have happened. */
  | { readonly outcome: 'lost' }
);

export type DisconnectReason =
  /** The pile closed, or the network did. */
  | 'closed'
  /** No frame for three report intervals. */
  | 'silent'
  /** A newer login replaced this session, which had left a probe unanswered. */
  | 'replaced'
  /** The same connection logged in again. */
  | 'relogin'
  /** Garbage, an unencrypted frame in mode 1, or another violation of the protocol. */
  | 'breach'
  /** An operator or a rule ended the session. */
  | 'kicked'
  /** This process is shutting down. */
  | 'shutdown';

/** One frame in the communication log. */
export interface FrameRecord {
  readonly cpCode: string;
  /** Null before the login has succeeded. */
  readonly epoch: number | null;
  readonly protocol: 'native' | 'ocpp16';
  /** `up`: pile to platform. */
  readonly direction: 'up' | 'down';
  /** `0010`, or an OCPP action. */
  readonly type: string;
  readonly sequence: string;
  /**
   * Native: the frame as hex; OCPP: the JSON text. Bytes of secret fields (passwords, keys) are written as `xx`.
   */
  readonly raw: string;
  /** Native, encrypted frames only: the decrypted body as hex, redacted in the same way. Null otherwise or when it could not be opened. */
  readonly plainBody: string | null;
  /** A short English text for a list row, for example `gun 1, CP0001, 14.2031 kWh`. */
  readonly summary: string;
  readonly atMs: number;
}

export interface GatewayAlarm {
  readonly kind:
    /** A login with a wrong secret, or with a login frame that was used before. */
    | 'wrongSecret'
    | 'loginReplayed'
    /** A second login while the first session still answers. */
    | 'duplicateIdentity'
    /**
     * An unencrypted frame from a pile in encryption mode 1 (or the reverse), a login in another protocol than the pile's, or a frame that cannot be
     * decrypted.
     */
    | 'downgrade'
    | 'notDecryptable'
    /** Bytes that form no frame, a body that cannot be decoded, or an answer of the platform that does not fit into a frame. */
    | 'badBytes'
    | 'undecodable'
    | 'unencodable'
    /** The pile's clock is wrong by more than 5 minutes, reported once in a session; or its login was refused for its date. */
    | 'clockOff'
    /** The communication log was too slow; `detail` gives the number of missing frames. */
    | 'framesLost';
  /** Null when the pile is unknown. */
  readonly cpCode: string | null;
  readonly remoteAddress: string | null;
  readonly detail: string;
  readonly atMs: number;
}

/** The most records in one call of `frames`. */
export const FRAME_BATCH_MAX = 1_000;
