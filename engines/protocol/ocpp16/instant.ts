/** The arrival of a message is the only time that translations know. */
export interface Instant {
  readonly atMs: number;
  readonly flaw?: 'missing' | 'unreadable' | 'zoneless';
}

const shape = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?$/i;
/** The longest text that can be a date-time: a full date-time with nine decimals and an offset. */
const LENGTH_MAX = 40;

/**
 * Parses a station's timestamp, with any number of decimals, a space instead of the T, and an offset in any notation. Without a zone it is taken as
 * UTC; when it is missing or unreadable, the arrival is used. The problem is returned with the result.
 */
export const readInstant = (text: unknown, arrivedMs: number): Instant => {
  if (text === undefined || text === null || text === '') return { atMs: arrivedMs, flaw: 'missing' };
  if (typeof text !== 'string' || text.length > LENGTH_MAX) return { atMs: arrivedMs, flaw: 'unreadable' };
  const m = shape.exec(text);
  if (!m) return { atMs: arrivedMs, flaw: 'unreadable' };
  const month = Number(m[2]);
  const day = Number(m[3]);
  const hour = Number(m[4]);
  const minute = Number(m[5]);
  const second = Number(m[6] ?? 0);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return { atMs: arrivedMs, flaw: 'unreadable' };
  const millis = m[7] === undefined ? 0 : Number(`${m[7]}00`.slice(0, 3));
  const localMs = Date.UTC(Number(m[1]), month - 1, day, hour, minute, second, millis);
  if (m[8] !== undefined) return { atMs: localMs };
  if (m[9] === undefined) return { atMs: localMs, flaw: 'zoneless' };
  const offsetMin = Number(m[10]) * 60 + Number(m[11] ?? 0);
  return { atMs: localMs - (m[9] === '-' ? -1 : 1) * offsetMin * 60_000 };
};

/** Formats an instant for a station: UTC and whole seconds, because some test tools refuse decimals. */
export const printInstant = (atMs: number): string => `${new Date(Math.floor(atMs / 1000) * 1000).toISOString().slice(0, 19)}Z`;
