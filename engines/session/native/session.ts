/**
 * The session of one pile on one connection, as values. `step` (step.ts) is the state machine: a session and an input give the next session and what
 * the gateway has to do. No I/O, no clock, no randomness: instants and random bytes come with the inputs.
 */
import type { AnswerTo } from '../../protocol/device.ts';
import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { LoginAttempt } from '../../protocol/login-attempt.ts';
import type {
  CommandSettlement,
  DisconnectReason,
  FrameRecord,
  GatewayAlarm,
  LoginVerdict,
  PileCredentials,
  PileEvent,
  PileProfile,
  ReportIntervals,
  SendOutcome,
} from '../../protocol/device-backend.ts';
import type { NativeCrypto } from '../../protocol/native/crypto.ts';
import type { Dialect } from '../../protocol/native/dialect.ts';
import type { Frame } from '../../protocol/native/frame.ts';
import { NO_MEMORY, type RecordMemory } from '../../protocol/native/records/to-events.ts';
import { typedDialect } from '../../protocol/native/typed-dialect.ts';
import type { SessionLimits } from './limits.ts';

export interface Session {
  readonly phase:
    /** No frame yet. */
    | 'fresh'
    /** A login frame waits for the pile's secret. */
    | 'asking'
    /** A readable login waits for the verdict. */
    | 'deciding'
    | 'live'
    /** The refusal was sent to the pile; the connection stays open for a moment. */
    | 'refused'
    | 'closed';
  readonly cpCode: string;
  readonly remoteAddress: string;
  /** Whether the connection is encrypted below the protocol. */
  readonly overTls: boolean;
  readonly openedMs: number;
  readonly lastFrameMs: number;
  readonly bucket: Bucket;
  /** Null before the credentials are known, or when the pile has no secret. */
  readonly key: Uint8Array | null;
  readonly encrypted: boolean;
  /** Random bits of the connection, for nonces. */
  readonly random: number;
  readonly sealedCount: number;
  /** The login frame in phases `asking` and `deciding`. */
  readonly login: Frame | null;
  readonly epoch: number | null;
  readonly profile: PileProfile | null;
  readonly requests: readonly ReceivedRequest[];
  readonly nextTicket: number;
  readonly commands: readonly InFlight[];
  readonly abandoned: readonly InFlight[];
  readonly nextSequence: number;
  readonly clockAlarmRaised: boolean;
  /** The variant of the login frame; every later frame must have the same. */
  readonly dialect: Dialect;
  readonly memory: RecordMemory;
  /** In phase `refused`. */
  readonly closeAtMs: number;
}

/** The number of frames that a pile may still send: `tokens` at `atMs`, refilled over time. */
export interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** A request of the pile: waiting for the domain (`reply` null), or answered and stored for a repetition. */
export interface ReceivedRequest {
  readonly ticket: number;
  readonly type: string;
  readonly sequence: number;
  readonly print: number;
  readonly chargingOrderNo: string;
  readonly atMs: number;
  readonly reply: Uint8Array | null;
}

/** A command of the platform without an answer. */
export interface InFlight {
  readonly commandId: string;
  /** Null for the gateway's own probe. */
  readonly cmd: DeviceCommand['cmd'] | null;
  /** The report intervals that change if the pile accepts the command. */
  readonly intervals?: Partial<ReportIntervals>;
  readonly type: string;
  readonly sequence: number;
  readonly body: Uint8Array;
  /** Remaining waits in ms; the last one ends in a time-out. */
  readonly waitsMs: readonly number[];
  readonly dueMs: number;
}

export type Input = { readonly nowMs: number } & (
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** What the back end knows about the pile; undefined for an unknown one. */
  | { readonly kind: 'credentials'; readonly credentials: PileCredentials | undefined }
  | { readonly kind: 'loginVerdict'; readonly verdict: LoginVerdict }
  /** The domain has answered every event of a delivery, after their commits. */
  | { readonly kind: 'answer'; readonly ticket: number; readonly answers: readonly AnswerTo<PileEvent>[] }
  /** The domain has not stored a delivered event; those before it in the delivery may be stored. */
  | { readonly kind: 'failed'; readonly ticket: number }
  | { readonly kind: 'command'; readonly command: DeviceCommand }
  | { readonly kind: 'probe' }
  /** `paused`: the gateway has not read lately because of `readPauseMs`, so silence proves nothing. */
  | { readonly kind: 'tick'; readonly paused?: boolean }
  | { readonly kind: 'close'; readonly reason: DisconnectReason }
);

export type Output =
  | { readonly kind: 'send'; readonly bytes: Uint8Array }
  | { readonly kind: 'askCredentials' }
  | { readonly kind: 'login'; readonly attempt: LoginAttempt }
  /** The events of one frame, to be processed in this order. A v1.0 record has several. */
  | { readonly kind: 'deliver'; readonly ticket: number; readonly events: readonly [PileEvent, ...PileEvent[]] }
  | { readonly kind: 'settle'; readonly settlement: CommandSettlement }
  /** The outcome of a `command` input. */
  | { readonly kind: 'taken'; readonly outcome: SendOutcome }
  | { readonly kind: 'log'; readonly record: FrameRecord }
  | { readonly kind: 'alarm'; readonly alarm: GatewayAlarm }
  /** The session is over; no output follows. With `relogin` the last frame opens a new session on the same connection. */
  | { readonly kind: 'ended'; readonly reason: DisconnectReason };

export interface SessionStep {
  readonly session: Session;
  readonly outputs: readonly Output[];
}

/** The context that the functions of the state machine share during one step; they add outputs in order. */
export interface StepContext {
  readonly env: SessionEnv;
  readonly out: Output[];
  readonly nowMs: number;
}

export interface SessionEnv {
  readonly crypto: NativeCrypto;
  readonly limits: SessionLimits;
}

interface OpenedSession extends Pick<Session, 'cpCode' | 'remoteAddress' | 'overTls' | 'random'> {
  readonly nowMs: number;
}

/** A session before its first frame. `random`: 32 random bits of the connection. */
export const openSession = ({ cpCode, remoteAddress, overTls, random, nowMs }: OpenedSession, limits: SessionLimits): Session => ({
  phase: 'fresh',
  cpCode,
  remoteAddress,
  overTls,
  openedMs: nowMs,
  lastFrameMs: nowMs,
  bucket: { tokens: limits.framesBurst, atMs: nowMs },
  key: null,
  encrypted: false,
  random,
  sealedCount: 0,
  login: null,
  epoch: null,
  profile: null,
  requests: [],
  nextTicket: 1,
  commands: [],
  abandoned: [],
  nextSequence: 1,
  clockAlarmRaised: false,
  dialect: typedDialect,
  memory: NO_MEMORY,
  closeAtMs: 0,
});
