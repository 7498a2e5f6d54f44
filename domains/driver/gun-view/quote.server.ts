import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#kit/server/security/secrets.ts';

type QuoteKeys = Pick<Secrets, 'macs'>;

/** Prices hold for an order for so long. */
export const QUOTE_MS = 10 * 60_000;
const PURPOSE = 'driver-quote';
const MAC_LETTERS = 22;

/** What a quote is about: the prices of a gun, by the digest of its tariff. */
export interface QuotedPrices {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly tariffDigest: string;
}

const macOf = (mac: Uint8Array): string => Buffer.from(mac).toString('base64url').slice(0, MAC_LETTERS);
const textOf = ({ cpCode, gunNumber, tariffDigest }: QuotedPrices, untilMs: number): string =>
  `${cpCode}|${gunNumber}|${tariffDigest}|${untilMs.toString(36)}`;

/** A quote needs no row: it is signed, and says until when it holds. */
export const quoteOf = (keys: QuoteKeys, prices: QuotedPrices, untilMs: number): string =>
  `${untilMs.toString(36)}.${macOf(keys.macs(textOf(prices, untilMs), PURPOSE)[0])}`;

/** Whether the quote is ours, holds, and is about these prices. */
export const isQuoteOf = (
  keys: QuoteKeys,
  quoteId: string,
  { prices, nowMs }: { readonly prices: QuotedPrices; readonly nowMs: number },
): boolean => {
  const [until = '', mac = ''] = quoteId.split('.');
  const untilMs = Number.parseInt(until, 36);
  if (!Number.isSafeInteger(untilMs) || untilMs < nowMs || mac.length !== MAC_LETTERS) return false;
  const told = Buffer.from(mac);
  return keys.macs(textOf(prices, untilMs), PURPOSE).some((known) => {
    const expected = Buffer.from(macOf(known));
    return expected.length === told.length && timingSafeEqual(expected, told);
  });
};
