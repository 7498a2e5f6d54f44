/** Connects a pile with the session state machine, for tests: the pile sends real frames, and the test acts as back end and clock. */
import { nodeCrypto } from '../../../protocol/native/testing/node-crypto.ts';
import type { LoginVerdict, PileCredentials, PileProfile } from '../../../protocol/device-backend.ts';
import {
  readPlatformFrame,
  loginRequest,
  openLink,
  writeReply,
  writeRequest,
  commandReplyTo,
  type ReceivedFrame,
  type PileLink,
} from '../../../protocol/native/client.ts';
import { readFrame } from '../../../protocol/native/frame.ts';
import type { BodyOf, PileRequest, PlatformCommand } from '../../../protocol/native/messages.ts';
import { SESSION_LIMITS, type SessionLimits } from '../limits.ts';
import { openSession, type Input, type Output, type Session, type SessionEnv } from '../session.ts';
import { step } from '../step.ts';

type WithoutTime<I> = I extends unknown ? Omit<I, 'nowMs'> : never;
type OutputOf<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;

export const START_MS = 1_795_190_401_000;
const SECRET = '0123456789abcdef';
export const PROFILE: PileProfile = {
  intervals: { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 },
  tzMinutes: 480,
  rateRuleNo: 'RR202611A',
};
export const ACCEPTED: LoginVerdict = { result: 0, epoch: 7, profile: PROFILE };

export class SessionHarness {
  session: Session;
  link: PileLink;
  nowMs = START_MS;
  outputs: readonly Output[] = [];
  readonly credentials: PileCredentials;
  readonly env: SessionEnv;

  constructor({
    secret = SECRET,
    encryptionMode = 0,
    limits = {},
  }: { secret?: string | null; encryptionMode?: 0 | 1; limits?: Partial<SessionLimits> } = {}) {
    this.credentials = { secret, encryptionMode };
    this.env = { crypto: nodeCrypto, limits: { ...SESSION_LIMITS, ...limits } };
    this.link = openLink({ cpCode: 'CP00000001', secret, encryptionMode, random: 7, nowMs: this.nowMs });
    this.session = openSession({ cpCode: 'CP00000001', remoteAddress: '10.0.0.1', overTls: false, random: 9, nowMs: this.nowMs }, this.env.limits);
  }

  /** Feeds one input; returns the outputs. */
  feed(input: WithoutTime<Input>): readonly Output[] {
    const { session, outputs } = step(this.session, { ...input, nowMs: this.nowMs }, this.env);
    this.session = session;
    this.outputs = outputs;
    return outputs;
  }

  bytes(bytes: Uint8Array): readonly Output[] {
    return this.feed({ kind: 'frame', frame: readFrame(bytes) });
  }

  /** The pile sends a request, by default under its next sequence number. Returns the outputs. */
  sendRequest(message: PileRequest, options: { sequence?: number; stored?: boolean } = {}): readonly Output[] {
    const frame = writeRequest(this.link, message, { crypto: nodeCrypto, ...options });
    this.link = frame.link;
    return this.bytes(frame.bytes);
  }

  /** The pile answers a command of the platform. */
  reply(command: ReceivedFrame, answer: Partial<Omit<BodyOf<'1101'>, 'cmdId'>> = {}): readonly Output[] {
    const reply = commandReplyTo(commandOf(command), { result: 0, paramNo: 255, value: '', remark: '', ...answer });
    const frame = writeReply(this.link, { sequence: command.sequence, message: reply }, nodeCrypto);
    this.link = frame.link;
    return this.bytes(frame.bytes);
  }

  loginMessage(nonce = '0011223344556677'): ReturnType<typeof loginRequest> {
    return loginRequest(
      this.link,
      { cpType: 1, gunCount: 2, mainHw: 'H1.0', mainSw: 'S1.2.3', time: Math.floor(this.nowMs / 1_000), nonce },
      nodeCrypto,
    );
  }

  /** Performs all steps to a live session. */
  login(verdict: LoginVerdict = ACCEPTED): readonly Output[] {
    this.sendRequest(this.loginMessage());
    this.feed({ kind: 'credentials', credentials: this.credentials });
    return this.feed({ kind: 'loginVerdict', verdict });
  }

  advance(ms: number): readonly Output[] {
    this.nowMs += ms;
    return this.feed({ kind: 'tick' });
  }

  /** The frames that the pile receives in the last outputs. */
  receivedFrames(outputs = this.outputs): readonly ReceivedFrame[] {
    return outputsOfKind(outputs, 'send').map(({ bytes }) => readPlatformFrame(this.link, readFrame(bytes), nodeCrypto));
  }

  outputsOf<Kind extends Output['kind']>(kind: Kind, outputs = this.outputs): readonly OutputOf<Kind>[] {
    return outputsOfKind(outputs, kind);
  }
}

const outputsOfKind = <Kind extends Output['kind']>(outputs: readonly Output[], kind: Kind): readonly OutputOf<Kind>[] =>
  outputs.filter((output): output is OutputOf<Kind> => output.kind === kind);

const commandOf = ({ message }: ReceivedFrame): PlatformCommand => {
  if (!isCommand(message)) throw new Error(`${message.type} is no command`);
  return message;
};
const isCommand = (message: ReceivedFrame['message']): message is PlatformCommand => message.type.startsWith('10');
