import { toHex } from '../protocol/codec/bytes.ts';
import type { LoginVerdict, PileCredentials } from '../protocol/door.ts';
import { flag, openFrame, readFrame, version, type Frame } from '../protocol/native/frame.ts';
import { messages } from '../protocol/native/messages.ts';
import { login as loginMessage } from '../protocol/native/messages/0000-login.ts';
import { loginAuth, secretBytes } from '../protocol/native/secret.ts';
import { loginReply } from '../protocol/native/to-reply.ts';
import { end } from './end.ts';
import { fingerprint } from './fingerprint.ts';
import { alarm, encoded, logReceived, sendBody } from './send.ts';
import type { Doing, Session, SessionEnv } from './session.ts';

/** The first frame of a pile on this connection has to be a login. */
export const firstFrame = (session: Session, frame: Frame, doing: Doing): Session => {
  if (frame.version !== version.typed || frame.type !== '0000') {
    doing.out.push(logReceived(session, frame, { body: plainPayload(frame) }, doing.nowMs));
    return end(session, 'breach', doing);
  }
  doing.out.push({ kind: 'askCredentials' });
  // A copy, because the frame is a view on bytes the deframer will reuse.
  return { ...session, phase: 'asking', login: readFrame(frame.bytes.slice()) };
};

/** The secret is known: is this login readable, and does the pile know the secret? Then the door may decide. */
export const takeCredentials = (session: Session, credentials: PileCredentials | undefined, doing: Doing): Session => {
  const frame = session.login;
  if (session.phase !== 'asking' || !frame) return session;
  if (!credentials) {
    doing.out.push(logReceived(session, frame, { body: plainPayload(frame) }, doing.nowMs));
    return takeVerdict(session, { result: 2 }, doing);
  }
  const key = credentials.secret === null ? undefined : secretBytes(credentials.secret);
  const encrypted = credentials.encryptionMode === 1;
  const known: Session = { ...session, key: key ?? null, encrypted };
  if (((frame.flags & flag.encrypted) !== 0) !== encrypted) {
    doing.out.push(logReceived(known, frame, { body: plainPayload(frame) }, doing.nowMs), alarm(known, 'downgrade', `encryption mode ${credentials.encryptionMode}, but the login is not`, doing.nowMs));
    return end(known, 'breach', doing);
  }
  const unusable = key === undefined && (encrypted || credentials.secret !== null);
  const body = encrypted ? key && openFrame(frame, { crypto: doing.env.crypto, key }) : frame.payload;
  doing.out.push(logReceived(known, frame, { body: body ?? null }, doing.nowMs));
  if (unusable || !body) return wrongSecret({ ...known, encrypted: encrypted && key !== undefined }, unusable ? 'the stored secret is not 16 bytes' : 'the login does not decrypt', doing);
  return readLogin(known, body, doing);
};

/** The door's decision, or the gateway's own refusal. */
export const takeVerdict = (session: Session, verdict: LoginVerdict, doing: Doing): Session => {
  const frame = session.login;
  if ((session.phase !== 'asking' && session.phase !== 'deciding') || !frame) return session;
  const epoch = verdict.result === 0 ? verdict.epoch : null;
  const decided: Session = { ...session, epoch, profile: verdict.result === 0 ? verdict.profile : null };
  const reply = encoded(decided, loginReply(verdict, doing.nowMs), doing);
  if (!reply) return end(decided, 'breach', doing);
  const sent = sendBody(decided, { type: '0100', sequence: frame.sequence, body: reply, reply: true }, doing);
  if (verdict.result !== 0) return { ...sent, phase: 'refused', login: null, closeAtMs: doing.nowMs + doing.env.limits.refusedCloseMs };
  const print = fingerprint(bodyOf(sent, frame, doing.env) ?? frame.payload);
  const asked = { ticket: 0, type: frame.type, sequence: frame.sequence, print, chargingOrderNo: '', atMs: doing.nowMs, reply };
  return { ...sent, phase: 'live', login: null, asked: [asked] };
};

/** The body of a frame, decrypted when this pile encrypts; undefined when it does not decrypt. */
export const bodyOf = (session: Session, frame: Frame, { crypto }: SessionEnv): Uint8Array | undefined =>
  session.encrypted && session.key ? openFrame(frame, { crypto, key: session.key }) : frame.payload;

const readLogin = (session: Session, body: Uint8Array, doing: Doing): Session => {
  if (body.length < messages['0000'].body.minSize) {
    doing.out.push(alarm(session, 'undecodable', 'the login is too short', doing.nowMs));
    return end(session, 'breach', doing);
  }
  const { cpType, gunCount, mainHw, mainSw, time, nonce, auth } = loginMessage.body.decode(body);
  if (session.key) {
    const expected = loginAuth(doing.env.crypto, session.key, { cpCode: session.cpCode, time, nonce });
    if (auth !== toHex(expected)) return wrongSecret(session, 'the proof in the login is wrong', doing);
  }
  const attempt = { cpCode: session.cpCode, protocol: 'native', remoteAddress: session.remoteAddress, cpType, gunCount, mainHw, mainSw, atMs: doing.nowMs } as const;
  doing.out.push({ kind: 'login', attempt, proof: session.key ? auth : '' });
  return { ...session, phase: 'deciding' };
};

/** To the pile as if it were unknown, to the operators as an alarm. */
const wrongSecret = (session: Session, detail: string, doing: Doing): Session => {
  doing.out.push(alarm(session, 'wrongSecret', detail, doing.nowMs));
  return takeVerdict(session, { result: 2 }, doing);
};

const plainPayload = (frame: Frame): Uint8Array | null => (frame.flags & flag.encrypted ? null : frame.payload);
