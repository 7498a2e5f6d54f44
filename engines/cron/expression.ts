import { isProblem, PART_NAMES, partText, readPart } from './part.ts';
import type { CronPart, PartName, PartProblem } from './part.ts';

/** A parsed expression, part by part. */
export type Cron = Readonly<Record<PartName, CronPart>>;

/** Why an expression cannot be parsed. */
export type CronProblem = PartProblem | { readonly code: 'empty' | 'fewParts' | 'manyParts' | 'long' | 'bothDays' | 'noDay' | 'never' };

/** No sensible expression is longer. The bound limits the time that a hostile text takes. */
export const CRON_LETTERS_MAX = 250;
const PARTS_MIN = 6;
const every: CronPart = { mode: 'every' };
const unset: CronPart = { mode: 'unset' };

type CronReading = { readonly cron: Cron; readonly problem?: undefined } | { readonly problem: CronProblem; readonly cron?: undefined };

/** Parses an expression of six or seven parts; without a year it holds for every year. */
export const readCron = (text: string): CronReading => {
  if (text.length > CRON_LETTERS_MAX) return { problem: { code: 'long' } };
  const texts = text.split(/\s+/).filter(Boolean);
  if (texts.length === 0) return { problem: { code: 'empty' } };
  if (texts.length < PARTS_MIN) return { problem: { code: 'fewParts' } };
  if (texts.length > PART_NAMES.length) return { problem: { code: 'manyParts' } };
  const parts: Partial<Record<PartName, CronPart>> = {};
  for (const [index, name] of PART_NAMES.entries()) {
    const part = readPart(name, texts[index] ?? '*');
    if (isProblem(part)) return { problem: part };
    parts[name] = part;
  }
  return withDays(cronOf(parts));
};

/** Parses an expression for editors that change one part at a time: a part that cannot be parsed becomes `every`, and surplus parts are ignored. */
export const readParts = (text: string): Cron => {
  const texts = text.split(/\s+/).filter(Boolean);
  const parts: Partial<Record<PartName, CronPart>> = {};
  for (const [index, name] of PART_NAMES.entries()) {
    const part = readPart(name, texts[index] ?? '*');
    if (!isProblem(part)) parts[name] = part;
  }
  const cron = cronOf(parts);
  return withDays(cron).cron ?? cron;
};

const cronOf = ({ second = every, minute = every, hour = every, day = every, month = every, week = every, year = every }: Partial<Cron>): Cron => ({
  second,
  minute,
  hour,
  day,
  month,
  week,
  year,
});

/** Whether the part selects particular days. */
export const chooses = ({ mode }: CronPart): boolean => mode !== 'every' && mode !== 'unset';

/** Days of the month and of the week are mutually exclusive: where one selects days, the other is `?`. */
const withDays = (cron: Cron): CronReading => {
  const { day, week } = cron;
  if (day.mode === 'unset' && week.mode === 'unset') return { problem: { code: 'noDay' } };
  if (chooses(day) && chooses(week)) return { problem: { code: 'bothDays' } };
  if (chooses(week)) return { cron: { ...cron, day: unset } };
  return { cron: day.mode === 'unset' ? cron : { ...cron, week: unset } };
};

export const cronText = (cron: Cron): string => PART_NAMES.map((name) => partText(cron[name])).join(' ');
