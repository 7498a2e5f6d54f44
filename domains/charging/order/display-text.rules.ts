import { minorDigits } from '#engines/money/currency.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import type { Comparison, Measure } from '#engines/order/rules/start-comparison.ts';
import type { RefusalArgs } from '#engines/order/verdict.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { say, wordsFor } from '#kit/fields/words.ts';
import type { Args, Language } from '#kit/fields/words.ts';
import { feeWords, measureWords, obstacleWords } from './order-refusals.labels.ts';

/** What a message needs to show amounts and instants. */
export interface TextContext {
  readonly language: Language;
  readonly currency: string;
  /** The station's. */
  readonly zone: string;
}

const MINUTE_MS = 60_000;

/** `12.30 CNY`. */
export const amountText = (cents: bigint, currency: string): string => `${formatDecimal(cents, minorDigits(currency) ?? 2)} ${currency}`;
/** `12.3456`: 0.1 Wh as kWh. */
export const energyText = (dwh: number | bigint): string => formatDecimal(BigInt(dwh), 4);
/** `2026-05-01 08:30` by the station's clock. */
export const localText = (atMs: number, zone: string): string => new Date(atMs + offsetAt(atMs, zone)).toISOString().slice(0, 16).replace('T', ' ');

/** The values of an engine's refusal as people read them: the end of a name says its unit. */
export const spoken = (args: RefusalArgs, speaking: TextContext): Args =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, spokenValue(name, value, speaking)]));

const spokenValue = (name: string, value: string | number | bigint, speaking: TextContext): string => {
  if (name === 'field') return say(feeWords[String(value)] ?? feeWords['totalCents'] ?? ['', '', ''], speaking.language);
  const obstacle = name === 'obstacle' ? wordsFor(obstacleWords, String(value)) : undefined;
  if (obstacle) return say(obstacle, speaking.language);
  return valueText({ name, value }, speaking);
};

/** The two values of a comparison with their names. */
export const compared = ({ first, second }: Comparison, speaking: TextContext): Args => ({
  first: capital(say(measureWords[first.name], speaking.language)),
  second: say(measureWords[second.name], speaking.language),
  a: valueText(first, speaking),
  b: second.name === 'nothing' ? valueText({ name: first.name, value: second.value }, speaking) : valueText(second, speaking),
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const valueText = ({ name, value }: { readonly name: string; readonly value: Measure['value'] }, { currency, zone }: TextContext): string => {
  if (typeof value === 'string') return value;
  if (/cents$/i.test(name)) return amountText(BigInt(value), currency);
  if (name.endsWith('E4')) return `${formatDecimal(BigInt(value), 4)} ${currency}`;
  if (name.endsWith('Dwh')) return `${energyText(value)} kWh`;
  if (name.endsWith('Soc')) return `${value}%`;
  if (/durationMs$/i.test(name)) return `${Math.floor(Number(value) / MINUTE_MS)} min`;
  // The reader's clock may be another.
  return name.endsWith('Ms') ? `${localText(Number(value), zone)} (${zone})` : String(value);
};
