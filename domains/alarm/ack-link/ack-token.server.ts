import type { Language } from '#kit/fields/words.ts';
import { say } from '#kit/fields/words.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { ackLinkWords } from './ack-link.labels.ts';

const PURPOSE = 'alarm.ack';
const LASTS_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;

/** What a link is signed for: one message, which has a key that nobody can guess, until an instant in seconds. */
interface SignedLink {
  readonly logId: string;
  readonly expiresS: number;
}

const signedText = ({ logId, expiresS }: SignedLink, messageKey: string): string => `${logId} ${expiresS} ${messageKey}`;

interface LinkedMessage {
  readonly id: bigint;
  readonly messageKey: string;
  readonly language: Language;
}

/** The line of a message by which somebody without a session can acknowledge. */
export const ackLine = (
  secrets: Secrets,
  origin: string,
  { message, nowMs }: { readonly message: LinkedMessage; readonly nowMs: number },
): string => {
  const link = { logId: String(message.id), expiresS: Math.floor((nowMs + LASTS_MS) / SECOND_MS) };
  const token = `${link.logId}.${link.expiresS}.${secrets.sign(signedText(link, message.messageKey), PURPOSE)}`;
  return `${say(ackLinkWords.link, message.language)}: ${origin}/#/acknowledge?lang=${message.language}&token=${token}`;
};

/** The parts of a token; whether they are ours only the signature tells. */
export const parseToken = (token: string): (SignedLink & { readonly signature: string }) | undefined => {
  const [, logId, expires, signature] = /^(\d{1,18})\.(\d{1,12})\.([\w.-]+)$/u.exec(token) ?? [];
  return logId === undefined || expires === undefined || signature === undefined ? undefined : { logId, expiresS: Number(expires), signature };
};

export const isOurs = (secrets: Secrets, { signature, ...link }: SignedLink & { readonly signature: string }, messageKey: string): boolean =>
  secrets.isSigned(signedText(link, messageKey), signature, PURPOSE);
