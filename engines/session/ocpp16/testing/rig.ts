/** Connects a station with the session state machine, for tests: the station's messages are texts, and the test acts as business and clock. */
import type { DeviceCommand } from '../../../protocol/device-command.ts';
import type { PileProfile } from '../../../protocol/device-backend.ts';
import type { PlatformAnswer } from '../../../protocol/ocpp16/inbound/incoming.ts';
import { SESSION_LIMITS, type SessionLimits } from '../limits.ts';
import { openSession, type Input, type Output, type Session } from '../session.ts';
import { step } from '../step.ts';

export type WithoutTime<I> = I extends unknown ? Omit<I, 'nowMs'> : never;
export type OutputOf<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;

export const START_MS = Date.UTC(2026, 10, 20, 12);
export const PROFILE: PileProfile = {
  intervals: { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 0, bmsEndS: 0 },
  tzMinutes: 480,
  rateRuleNo: '',
};
/** An answer that accepts any event, with the fields of all answers; each kind reads its own. */
export const YES: PlatformAnswer = { result: 0, balanceCents: 100, currency: 'CNY', displayName: '', transactionId: 7, accepted: true, reason: 0 };

export class SessionHarness {
  readonly limits: SessionLimits;
  session: Session;
  nowMs = START_MS;
  outputs: readonly Output[] = [];

  constructor(limits: Partial<SessionLimits> = {}) {
    this.limits = { ...SESSION_LIMITS, ...limits };
    this.session = openSession({ cpCode: 'CP1', remoteAddress: '10.0.0.1', nowMs: this.nowMs }, this.limits);
  }

  /** Feeds one input; returns the outputs. */
  feed(input: WithoutTime<Input>): readonly Output[] {
    const { session, outputs } = step(this.session, { ...input, nowMs: this.nowMs }, this.limits);
    this.session = session;
    this.outputs = outputs;
    return outputs;
  }

  /** The business admits the pile. */
  admit(prepareInMs = 60_000): this {
    this.feed({ kind: 'admitted', epoch: 1, profile: PROFILE, prepareInMs });
    return this;
  }

  say(frame: unknown): readonly Output[] {
    return this.feed({ kind: 'text', text: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** The station makes a call, and the business accepts its events. Returns the outputs of both. */
  call(id: string, action: string, payload: object = {}): readonly Output[] {
    const exchanged = this.say([2, id, action, payload]);
    const answered = outputsOfKind(exchanged, 'deliver').flatMap(({ ticket, events }) =>
      this.feed({ kind: 'answers', ticket, answers: events.map(() => YES) }),
    );
    this.outputs = [...exchanged, ...answered];
    return this.outputs;
  }

  command(command: DeviceCommand): readonly Output[] {
    return this.feed({ kind: 'command', command });
  }

  advance(ms: number): readonly Output[] {
    this.nowMs += ms;
    return this.feed({ kind: 'tick' });
  }

  /** The messages that the station receives in the given outputs, by default the last ones, parsed. */
  receivedMessages(outputs = this.outputs): readonly (readonly unknown[])[] {
    return outputsOfKind(outputs, 'send').map(({ text }) => partsOf(text));
  }

  /** The platform's calls among them, as action and payload. */
  receivedCalls(outputs = this.outputs): readonly (readonly unknown[])[] {
    return this.receivedMessages(outputs).flatMap((frame) => (frame[0] === 2 ? [frame.slice(2)] : []));
  }

  /** The id of the pending call of the platform. */
  get pendingId(): string {
    return this.session.rpc.pending?.id ?? '';
  }
}

export const outputsOfKind = <Kind extends Output['kind']>(outputs: readonly Output[], kind: Kind): readonly OutputOf<Kind>[] =>
  outputs.filter((output): output is OutputOf<Kind> => output.kind === kind);

export const partsOf = (text: string): readonly unknown[] => {
  const parts: unknown = JSON.parse(text);
  return Array.isArray(parts) ? parts : [];
};
