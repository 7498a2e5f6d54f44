/**
 * The session of one OCPP 1.6 pile on one WebSocket, as values. `step` (step.ts) is the state machine: a session and an input give the next session
 * and what the gateway has to do. No I/O, no clock, no randomness: instants come with the inputs.
 */
import type { DeviceCommand } from '../../protocol/device-command.ts';
import type {
  CommandSettlement,
  DisconnectReason,
  FrameRecord,
  GatewayAlarm,
  PileEvent,
  PileProfile,
  SendOutcome,
} from '../../protocol/device-backend.ts';
import type { CallSubject } from '../../protocol/ocpp16/calls.ts';
import type { TranslatedCall, PlatformAnswer } from '../../protocol/ocpp16/inbound/incoming.ts';
import { openRpc, type RpcSession } from '../../protocol/ocpp16/rpc.ts';
import type { SessionLimits } from './limits.ts';

export interface Session {
  readonly phase:
    /** The password is correct but the business has not admitted the pile: its calls get neutral answers, and none reaches the business. */
    'held' | 'live' | 'closed';
  readonly cpCode: string;
  readonly remoteAddress: string;
  readonly rpc: RpcSession<CallSubject>;
  readonly boot: Boot;
  /** Null before the business has admitted the pile. */
  readonly epoch: number | null;
  readonly profile: PileProfile | null;
  /** The station's calls that the business has not answered yet, in order of arrival. */
  readonly calls: readonly StationCall[];
  readonly nextTicket: number;
  /** The business is deciding whether a held pile is admitted; its calls wait for that. */
  readonly admitting: boolean;
  /** The earliest instant at which a call of a held pile other than BootNotification triggers a new query to the business. */
  readonly admitAtMs: number;
  /** When the station is asked for its states and configuration; infinite when that is done. */
  readonly prepareAtMs: number;
  readonly statusSeen: boolean;
  /** Configuration keys, in lower case, that commands have written in this session. */
  readonly writtenKeys: readonly string[];
  /** Kinds of alarm raised in this session; each is raised once, because a faulty pile repeats its fault all day. */
  readonly alarmed: readonly GatewayAlarm['kind'][];
  /** The instant of the last sign of life or ping. */
  readonly quietSinceMs: number;
  readonly pingsMissed: number;
  /** Messages since the last tick. */
  readonly messages: number;
  /** Reading from the station is paused. */
  readonly paused: boolean;
}

/** Whether the station knows that it is accepted. Until then the platform must send it no call (OCPP 1.6 section 4.2). */
export type Boot =
  /** The station has sent nothing yet: it may be booting, or may only have lost its connection. */
  | { readonly state: 'awaited'; readonly untilMs: number }
  /** Its BootNotification is being processed. */
  | { readonly state: 'reported' }
  /** The station has been accepted, or behaves as if it had been. */
  | { readonly state: 'done' };

/** A call of the station that needs the business. */
export interface StationCall {
  readonly ticket: number;
  /** The station's message id. */
  readonly id: string;
  readonly action: string;
  readonly incoming: TranslatedCall;
}

export type Input = { readonly nowMs: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  /** A ping or pong of the WebSocket. */
  | { readonly kind: 'signOfLife' }
  /** The business admits the pile. Its states and configuration are requested `prepareInMs` later. */
  | { readonly kind: 'admitted'; readonly epoch: number; readonly profile: PileProfile; readonly prepareInMs: number }
  | { readonly kind: 'notAdmitted' }
  /** The business has answered the events of a call, after its commit. */
  | { readonly kind: 'answers'; readonly ticket: number; readonly answers: readonly PlatformAnswer[] }
  /** The business has not stored all events of a call. */
  | { readonly kind: 'failed'; readonly ticket: number }
  | { readonly kind: 'command'; readonly command: DeviceCommand }
  | { readonly kind: 'probe' }
  /** Must be given about once a second. */
  | { readonly kind: 'tick' }
  /** The peer violated the WebSocket protocol or one of its limits. */
  | { readonly kind: 'broken'; readonly detail: string }
  | { readonly kind: 'close'; readonly reason: DisconnectReason }
);

export type Output =
  | { readonly kind: 'send'; readonly text: string }
  | { readonly kind: 'ping' }
  /** Ask the business about this held pile; `admitted` or `notAdmitted` follows. */
  | { readonly kind: 'admit' }
  /** The events of one call, to be handled one after the other. */
  | { readonly kind: 'deliver'; readonly ticket: number; readonly events: readonly PileEvent[] }
  /** The result of a command, and the events that follow for the business. */
  | { readonly kind: 'settle'; readonly settlement: CommandSettlement; readonly events: readonly PileEvent[] }
  /** The outcome of a `command` input. */
  | { readonly kind: 'taken'; readonly outcome: SendOutcome }
  | { readonly kind: 'log'; readonly record: FrameRecord }
  | { readonly kind: 'alarm'; readonly alarm: GatewayAlarm }
  /** The session is over; no output follows. */
  | { readonly kind: 'ended'; readonly reason: DisconnectReason };

export interface SessionStep {
  readonly session: Session;
  readonly outputs: readonly Output[];
}

/** The context that the functions of the state machine share during one step; they add outputs in order. */
export interface StepContext {
  readonly limits: SessionLimits;
  readonly out: Output[];
  readonly nowMs: number;
}

/** A session whose station has just connected. */
export const openSession = (
  { cpCode, remoteAddress, nowMs }: { readonly cpCode: string; readonly remoteAddress: string; readonly nowMs: number },
  limits: SessionLimits,
): Session => ({
  phase: 'held',
  cpCode,
  remoteAddress,
  rpc: { ...openRpc(`${nowMs.toString(36)}-`), callsHeld: true },
  boot: { state: 'awaited', untilMs: nowMs + limits.bootWaitMs },
  epoch: null,
  profile: null,
  calls: [],
  nextTicket: 1,
  admitting: false,
  admitAtMs: nowMs + limits.pendingMs,
  prepareAtMs: Number.POSITIVE_INFINITY,
  statusSeen: false,
  writtenKeys: [],
  alarmed: [],
  quietSinceMs: nowMs,
  pingsMissed: 0,
  messages: 0,
  paused: false,
});
