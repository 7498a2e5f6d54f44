import { minorDigits } from '#engines/money/currency.ts';
import { formatDecimal } from '#engines/money/decimal.ts';
import type { Comparison, Measure } from '#engines/order/rules/start-comparison.ts';
import type { RefusalArgs } from '#engines/order/verdict.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { say, wordsFor } from '#kit/fields/words.ts';
import type { Args, Language } from '#kit/fields/words.ts';
import { feeWords, measureWords, obstacleWords } from './order-refusals.labels.ts';

/** The context for showing amounts and instants in a text. */
export interface TextContext {
  readonly language: Language;
  readonly currency: string;
  /** The time zone of the station. */
  readonly zone: string;
}

const MINUTE_MS = 60_000;

/** `12.30 CNY`. */
export const amountText = (cents: bigint, currency: string): string => `${formatDecimal(cents, minorDigits(currency) ?? 2)} ${currency}`;
/** `12.3456`: 0.1 Wh as kWh. */
export const energyText = (dwh: number | bigint): string => formatDecimal(BigInt(dwh), 4);
/** `2026-05-01 08:30` by the station's clock. */
export const localText = (atMs: number, zone: string): string => new Date(atMs + offsetAt(atMs, zone)).toISOString().slice(0, 16).replace('T', ' ');

/** The values of an engine's refusal as texts. The end of a value's name is its unit. */
export const refusalTexts = (args: RefusalArgs, textContext: TextContext): Args =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, refusalValueText(name, value, textContext)]));

const refusalValueText = (name: string, value: string | number | bigint, textContext: TextContext): string => {
  if (name === 'field') return say(feeWords[String(value)] ?? feeWords['totalCents'] ?? ['', '', ''], textContext.language);
  const obstacle = name === 'obstacle' ? wordsFor(obstacleWords, String(value)) : undefined;
  if (obstacle) return say(obstacle, textContext.language);
  return valueText({ name, value }, textContext);
};

/** The two values of a comparison as texts, with their names. */
export const comparisonTexts = ({ first, second }: Comparison, textContext: TextContext): Args => ({
  first: capital(say(measureWords[first.name], textContext.language)),
  second: say(measureWords[second.name], textContext.language),
  a: valueText(first, textContext),
  b: second.name === 'nothing' ? valueText({ name: first.name, value: second.value }, textContext) : valueText(second, textContext),
});

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const valueText = ({ name, value }: { readonly name: string; readonly value: Measure['value'] }, { currency, zone }: TextContext): string => {
  if (typeof value === 'string') return value;
  if (/cents$/i.test(name)) return amountText(BigInt(value), currency);
  if (name.endsWith('E4')) return `${formatDecimal(BigInt(value), 4)} ${currency}`;
  if (name.endsWith('Dwh')) return `${energyText(value)} kWh`;
  if (name.endsWith('Soc')) return `${value}%`;
  if (/durationMs$/i.test(name)) return `${Math.floor(Number(value) / MINUTE_MS)} min`;
  // The reader may be in another time zone, so the zone is named.
  return name.endsWith('Ms') ? `${localText(Number(value), zone)} (${zone})` : String(value);
};
