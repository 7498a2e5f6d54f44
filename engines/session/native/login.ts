import { fromHex } from '../../protocol/codec/bytes.ts';
import type { LoginVerdict, PileCredentials } from '../../protocol/device-backend.ts';
import { flag, openFrame, readFrame, version, type Frame } from '../../protocol/native/frame.ts';
import { login as loginMessage } from '../../protocol/native/messages/0000-login.ts';
import { loginAuth, secretBytes } from '../../protocol/native/secret.ts';
import { loginReply } from '../../protocol/native/to-reply.ts';
import { end } from './end.ts';
import { fingerprint } from './fingerprint.ts';
import { encoded, logReceived, plainPayload, raise, sendBody } from './send.ts';
import type { StepContext, Session, SessionEnv } from './session.ts';
import { encryptionMode, loginResult } from '../../protocol/codes.ts';

/** The first frame of a pile on this connection has to be a login. */
export const firstFrame = (session: Session, frame: Frame, doing: StepContext): Session => {
  if (frame.version !== version.typed || frame.type !== '0000') {
    logReceived(session, { frame, body: plainPayload(frame) }, doing);
    return end(session, 'breach', doing);
  }
  doing.out.push({ kind: 'askCredentials' });
  // A copy, because the frame is a view on bytes the deframer will reuse.
  return { ...session, phase: 'asking', login: readFrame(frame.bytes.slice()) };
};

/** The pile's secret is known: checks that the login is readable and proves the secret. If so, the device back end decides. */
export const takeCredentials = (session: Session, credentials: PileCredentials | undefined, doing: StepContext): Session => {
  const frame = session.login;
  if (session.phase !== 'asking' || !frame) return session;
  if (!credentials) {
    logReceived(session, { frame, body: plainPayload(frame) }, doing);
    return takeVerdict(session, { result: loginResult.unknownDevice }, doing);
  }
  const key = credentials.secret === null ? null : (secretBytes(credentials.secret) ?? null);
  const encrypted = credentials.encryptionMode === encryptionMode.aes;
  if (((frame.flags & flag.encrypted) !== 0) !== encrypted) {
    logReceived(session, { frame, body: plainPayload(frame) }, doing);
    raise(session, { kind: 'downgrade', detail: `the login is not in encryption mode ${credentials.encryptionMode}` }, doing);
    return end(session, 'breach', doing);
  }
  const known: Session = { ...session, key, encrypted: encrypted && key !== null };
  const usable = key !== null || (credentials.secret === null && !encrypted);
  const body = usable ? bodyOf(known, frame, doing.env) : undefined;
  logReceived(known, { frame, body: body ?? plainPayload(frame) }, doing);
  if (body) return readLogin(known, body, doing);
  return wrongSecret(known, usable ? 'the login does not decrypt' : 'the stored secret is not 16 bytes', doing);
};

/** The back end's decision, or the gateway's own refusal. */
export const takeVerdict = (session: Session, verdict: LoginVerdict, doing: StepContext): Session => {
  const frame = session.login;
  if ((session.phase !== 'asking' && session.phase !== 'deciding') || !frame) return session;
  const decided: Session = verdict.result === loginResult.success ? { ...session, epoch: verdict.epoch, profile: verdict.profile } : session;
  const reply = encoded(decided, loginReply(verdict, doing.nowMs), doing);
  if (!reply) return end(decided, 'breach', doing);
  const sent = sendBody(decided, { type: '0100', sequence: frame.sequence, body: reply, reply: true }, doing);
  if (verdict.result !== loginResult.success)
    return { ...sent, phase: 'refused', login: null, closeAtMs: doing.nowMs + doing.env.limits.refusedCloseMs };
  const print = fingerprint(bodyOf(sent, frame, doing.env) ?? frame.payload);
  const asked = { ticket: 0, type: frame.type, sequence: frame.sequence, print, chargingOrderNo: '', atMs: doing.nowMs, reply };
  return { ...sent, phase: 'live', login: null, asked: [asked] };
};

/** The body of a frame, decrypted when this pile encrypts; undefined when it does not decrypt. */
export const bodyOf = (session: Session, frame: Frame, { crypto }: SessionEnv): Uint8Array | undefined =>
  session.encrypted && session.key ? openFrame(frame, { crypto, key: session.key }) : frame.payload;

const readLogin = (session: Session, body: Uint8Array, doing: StepContext): Session => {
  if (body.length < loginMessage.body.minSize) {
    raise(session, { kind: 'undecodable', detail: 'the login is too short' }, doing);
    return end(session, 'breach', doing);
  }
  const { cpType, gunCount, mainHw, mainSw, time, nonce, auth } = loginMessage.body.decode(body);
  const { cpCode, remoteAddress, key } = session;
  const { crypto } = doing.env;
  if (key && !crypto.equal(fromHex(auth), loginAuth(crypto, key, { cpCode, time, nonce }))) {
    return wrongSecret(session, 'the proof in the login is wrong', doing);
  }
  const { loginDateOffMaxMs } = doing.env.limits;
  const datedMs = time * 1_000;
  if (key && Math.abs(datedMs - doing.nowMs) > loginDateOffMaxMs) return wrongDate(session, datedMs, doing);
  const proof = key ? { proof: { hex: auth, goodUntilMs: datedMs + loginDateOffMaxMs } } : {};
  doing.out.push({
    kind: 'login',
    attempt: { cpCode, protocol: 'native', remoteAddress, cpType, gunCount, mainHw, mainSw, ...proof, atMs: doing.nowMs },
  });
  return { ...session, phase: 'deciding' };
};

/**
 * Refuses a login whose date is wrong, because of a wrong clock or a replay. The answer carries the time, so that a genuine pile can
 * date its next login correctly.
 */
const wrongDate = (session: Session, datedMs: number, doing: StepContext): Session => {
  raise(session, { kind: 'clockOff', detail: `a login dated ${new Date(datedMs).toISOString()} was refused with the time` }, doing);
  return takeVerdict(session, { result: loginResult.tooFrequent }, doing);
};

/** Answers the pile as if it were unknown, and raises an alarm for the operators. */
const wrongSecret = (session: Session, detail: string, doing: StepContext): Session => {
  raise(session, { kind: 'wrongSecret', detail }, doing);
  return takeVerdict(session, { result: loginResult.unknownDevice }, doing);
};
