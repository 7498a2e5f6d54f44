import { fromHex } from '../../protocol/codec/bytes.ts';
import type { LoginVerdict, PileCredentials } from '../../protocol/device-backend.ts';
import { dialectOf } from '../../protocol/native/dialects.ts';
import { flag, openFrame, readFrame, type Frame } from '../../protocol/native/frame.ts';
import { loginAuth, secretBytes } from '../../protocol/native/secret.ts';
import { end } from './end.ts';
import { fingerprint } from './fingerprint.ts';
import { encodeOrRaise, logReceived, plainPayload, raise, sendBody } from './send.ts';
import type { StepContext, Session, SessionEnv } from './session.ts';
import { encryptionMode, loginResult } from '../../protocol/codes.ts';

/** The first frame of a pile on this connection has to be a login. */
export const firstFrame = (session: Session, frame: Frame, context: StepContext): Session => {
  const dialect = dialectOf(frame.version);
  if (!dialect || frame.type !== '0000') {
    logReceived(session, { frame, body: plainPayload(frame) }, context);
    return end(session, 'breach', context);
  }
  context.out.push({ kind: 'askCredentials' });
  // A copy, because the frame is a view of bytes that the deframer will reuse.
  return { ...session, phase: 'asking', dialect, login: readFrame(frame.bytes.slice()) };
};

/** The pile's secret is known: checks that the login is readable and proves the secret. If so, the device back end decides. */
export const takeCredentials = (session: Session, credentials: PileCredentials | undefined, context: StepContext): Session => {
  const frame = session.login;
  if (session.phase !== 'asking' || !frame) return session;
  if (!credentials) {
    logReceived(session, { frame, body: plainPayload(frame) }, context);
    return takeVerdict(session, { result: loginResult.unknownDevice }, context);
  }
  const key = credentials.secret === null ? null : (secretBytes(credentials.secret) ?? null);
  const encrypted = credentials.encryptionMode === encryptionMode.aes;
  if (((frame.flags & flag.encrypted) !== 0) !== encrypted) {
    logReceived(session, { frame, body: plainPayload(frame) }, context);
    raise(session, { kind: 'downgrade', detail: `the login is not in encryption mode ${credentials.encryptionMode}` }, context);
    return end(session, 'breach', context);
  }
  const withKey: Session = { ...session, key, encrypted: encrypted && key !== null };
  const usable = key !== null || (credentials.secret === null && !encrypted);
  const body = usable ? bodyOf(withKey, frame, context.env) : undefined;
  logReceived(withKey, { frame, body: body ?? plainPayload(frame) }, context);
  if (body) return readLogin(withKey, body, context);
  return refuseSecret(withKey, usable ? 'the login does not decrypt' : 'the stored secret is not 16 bytes', context);
};

/** The back end's decision, or the gateway's own refusal. */
export const takeVerdict = (session: Session, verdict: LoginVerdict, context: StepContext): Session => {
  const frame = session.login;
  if ((session.phase !== 'asking' && session.phase !== 'deciding') || !frame) return session;
  const decided: Session = verdict.result === loginResult.success ? { ...session, epoch: verdict.epoch, profile: verdict.profile } : session;
  const reply = encodeOrRaise(decided, { type: '0100', encode: () => session.dialect.loginReply(verdict, context.nowMs) }, context);
  if (!reply) return end(decided, 'breach', context);
  const sent = sendBody(decided, { ...reply, sequence: frame.sequence, reply: true }, context);
  if (verdict.result !== loginResult.success)
    return { ...sent, phase: 'refused', login: null, closeAtMs: context.nowMs + context.env.limits.refusedCloseMs };
  const print = fingerprint(bodyOf(sent, frame, context.env) ?? frame.payload);
  const request = { ticket: 0, type: frame.type, sequence: frame.sequence, print, chargingOrderNo: '', atMs: context.nowMs, reply: reply.body };
  return { ...sent, phase: 'live', login: null, requests: [request] };
};

/** The body of a frame, decrypted when this pile encrypts; undefined when it does not decrypt. */
export const bodyOf = (session: Session, frame: Frame, { crypto }: SessionEnv): Uint8Array | undefined =>
  session.encrypted && session.key ? openFrame(frame, { crypto, key: session.key }) : frame.payload;

const readLogin = (session: Session, body: Uint8Array, context: StepContext): Session => {
  const facts = session.dialect.readLogin(body);
  if (!facts) {
    raise(session, { kind: 'undecodable', detail: 'the login cannot be read' }, context);
    return end(session, 'breach', context);
  }
  const { cpType, gunCount, mainHw, mainSw, time, nonce, auth } = facts;
  const { cpCode, remoteAddress, overTls, key } = session;
  const { crypto } = context.env;
  if (key && !crypto.equal(fromHex(auth), loginAuth(crypto, key, { cpCode, time, nonce }))) {
    return refuseSecret(session, 'the proof in the login is wrong', context);
  }
  const { loginDateOffMaxMs } = context.env.limits;
  const datedMs = time * 1_000;
  if (key && Math.abs(datedMs - context.nowMs) > loginDateOffMaxMs) return refuseDate(session, datedMs, context);
  const proof = key ? { proof: { hex: auth, goodUntilMs: datedMs + loginDateOffMaxMs } } : {};
  context.out.push({
    kind: 'login',
    attempt: {
      cpCode,
      protocol: 'native',
      nativeVersion: session.dialect.version,
      remoteAddress,
      overTls,
      cpType,
      gunCount,
      mainHw,
      mainSw,
      ...proof,
      atMs: context.nowMs,
    },
  });
  return { ...session, phase: 'deciding' };
};

/**
 * Refuses a login whose date is wrong, because of a wrong clock or a replay. The answer carries the time, so that a genuine pile can
 * date its next login correctly.
 */
const refuseDate = (session: Session, datedMs: number, context: StepContext): Session => {
  raise(session, { kind: 'clockOff', detail: `a login dated ${new Date(datedMs).toISOString()} was refused with the time` }, context);
  return takeVerdict(session, { result: loginResult.tooFrequent }, context);
};

/** Answers the pile as if it were unknown, and raises an alarm for the operators. */
const refuseSecret = (session: Session, detail: string, context: StepContext): Session => {
  raise(session, { kind: 'wrongSecret', detail }, context);
  return takeVerdict(session, { result: loginResult.unknownDevice }, context);
};
