/** A pile and the session machine face to face, for tests: the pile speaks real frames, the test plays back end and clock. */
import { nodeCrypto } from '../../../protocol/native/testing/node-crypto.ts';
import type { LoginVerdict, PileCredentials, PileProfile } from '../../../protocol/device-backend.ts';
import {
  hear,
  loginRequest,
  openLink,
  sayReply,
  sayRequest,
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
    this.session = openSession({ cpCode: 'CP00000001', remoteAddress: '10.0.0.1', random: 9, nowMs: this.nowMs }, this.env.limits);
  }

  /** One input; returns what the machine put out. */
  feed(input: WithoutTime<Input>): readonly Output[] {
    const { session, outputs } = step(this.session, { ...input, nowMs: this.nowMs }, this.env);
    this.session = session;
    this.outputs = outputs;
    return outputs;
  }

  bytes(bytes: Uint8Array): readonly Output[] {
    return this.feed({ kind: 'frame', frame: readFrame(bytes) });
  }

  /** The pile says a request, by default under its next sequence. Returns the outputs. */
  say(message: PileRequest, how: { sequence?: number; stored?: boolean } = {}): readonly Output[] {
    const said = sayRequest(this.link, message, { crypto: nodeCrypto, ...how });
    this.link = said.link;
    return this.bytes(said.bytes);
  }

  /** The pile answers a command of the platform. */
  reply(asked: ReceivedFrame, answer: Partial<Omit<BodyOf<'1101'>, 'cmdId'>> = {}): readonly Output[] {
    const reply = commandReplyTo(commandOf(asked), { result: 0, paramNo: 255, value: '', remark: '', ...answer });
    const said = sayReply(this.link, { sequence: asked.sequence, message: reply }, nodeCrypto);
    this.link = said.link;
    return this.bytes(said.bytes);
  }

  loginMessage(nonce = '0011223344556677'): PileRequest {
    return loginRequest(
      this.link,
      { cpType: 1, gunCount: 2, mainHw: 'H1.0', mainSw: 'S1.2.3', time: Math.floor(this.nowMs / 1_000), nonce },
      nodeCrypto,
    );
  }

  /** The whole way to a live session. */
  login(verdict: LoginVerdict = ACCEPTED): readonly Output[] {
    this.say(this.loginMessage());
    this.feed({ kind: 'credentials', credentials: this.credentials });
    return this.feed({ kind: 'loginVerdict', verdict });
  }

  after(ms: number): readonly Output[] {
    this.nowMs += ms;
    return this.feed({ kind: 'tick' });
  }

  /** What the pile hears in the last outputs. */
  heard(outputs = this.outputs): readonly ReceivedFrame[] {
    return only(outputs, 'send').map(({ bytes }) => hear(this.link, readFrame(bytes), nodeCrypto));
  }

  only<Kind extends Output['kind']>(kind: Kind, outputs = this.outputs): readonly OutputOf<Kind>[] {
    return only(outputs, kind);
  }
}

const only = <Kind extends Output['kind']>(outputs: readonly Output[], kind: Kind): readonly OutputOf<Kind>[] =>
  outputs.filter((output): output is OutputOf<Kind> => output.kind === kind);

const commandOf = ({ message }: ReceivedFrame): PlatformCommand => {
  if (!isCommand(message)) throw new Error(`${message.type} is no command`);
  return message;
};
const isCommand = (message: ReceivedFrame['message']): message is PlatformCommand => message.type.startsWith('10');
