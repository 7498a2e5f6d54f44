import type { Language } from '#kit/fields/words.ts';
import { languageTags } from './language.ts';

/** Formats `1234567.80` as `1,234,567.80`, and counts as `12,345`. The result is exact, because amounts arrive as decimal texts and stay texts. */
export const groupDigits = (value: string | number): string => {
  const text = String(value);
  const [, sign = '', wholeDigits = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  return wholeDigits === '' ? text : `${sign && '−'}${wholeDigits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${fraction}`;
};

const symbols = new Map<string, string>();

/** The symbol of a currency code, such as `¥`, `NT$` or `$`; the code itself when it has none. */
export const currencySymbol = (currency: string, language: Language): string => {
  const key = `${language} ${currency}`;
  const cached = symbols.get(key);
  if (cached !== undefined) return cached;
  const symbol = readSymbol(currency, language);
  symbols.set(key, symbol);
  return symbol;
};

const readSymbol = (currency: string, language: Language): string => {
  try {
    const parts = new Intl.NumberFormat(languageTags[language], { style: 'currency', currency }).formatToParts(0);
    return parts.find((part) => part.type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
};

let browserZone: { readonly zone: string; readonly offsetMinutes: number } | undefined;

/**
 * The time zone of this browser. Each cell with an instant needs it, and Intl takes 0.15 ms to return it, so it is read again only when the offset
 * to UTC has changed.
 */
export const viewerZone = (): string => {
  const offsetMinutes = new Date().getTimezoneOffset();
  if (browserZone?.offsetMinutes !== offsetMinutes) browserZone = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offsetMinutes };
  return browserZone.zone;
};

const clocks = new Map<string, Intl.DateTimeFormat | null>();

const clockOf = (zone: string): Intl.DateTimeFormat | null => {
  const cached = clocks.get(zone);
  if (cached !== undefined) return cached;
  const clock = makeClock(zone);
  clocks.set(zone, clock);
  return clock;
};

const makeClock = (zone: string): Intl.DateTimeFormat | null => {
  try {
    const two = '2-digit';
    return new Intl.DateTimeFormat('en-CA-u-hc-h23-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch {
    return null;
  }
};

/** An instant as `YYYY-MM-DD HH:mm:ss` in a zone. Returns the text itself when it is no instant; an unknown zone is taken as UTC. */
export const formatInstant = (instant: string | number | Date, zone: string): string => {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return String(instant);
  const parts = Object.fromEntries((clockOf(zone) ?? clockOf('UTC'))?.formatToParts(date).map(({ type, value }) => [type, value]) ?? []);
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`;
};

/** A duration as `1:02:03` or `02:03`. */
export const formatSpan = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(totalSeconds / 3_600), Math.floor(totalSeconds / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(totalSeconds % 60)}`;
};

/** A file size in readable units. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1_024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
