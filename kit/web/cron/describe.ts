import { cronText } from '#engines/cron/expression.ts';
import type { Cron } from '#engines/cron/expression.ts';
import { partBounds } from '#engines/cron/part.ts';
import type { Language } from '#kit/fields/words.ts';

type DescribeCron = (cron: Cron) => string;
const locales = { zh_CN: 'zh_CN', zh_TW: 'zh_TW', en_US: 'en' } as const satisfies Readonly<Record<Language, string>>;

/** Loads the function that describes an expression in a language. */
export const loadDescriber = async (language: Language): Promise<DescribeCron> => {
  const [{ default: library }] = await Promise.all([import('cronstrue'), loadLocale(language)]);
  return (cron) =>
    tidy(library.toString(ended(cron), { locale: locales[language], dayOfWeekStartIndexZero: false, use24HourTimeFormat: true }), language);
};

const loadLocale = (language: Language): Promise<unknown> => {
  switch (language) {
    case 'zh_CN':
      return import('cronstrue/locales/zh_CN');
    case 'zh_TW':
      return import('cronstrue/locales/zh_TW');
    case 'en_US':
      return Promise.resolve();
  }
};

/** An unlimited range of years ends at our last year, not in 9999. */
const ended = (cron: Cron): string => {
  const { year } = cron;
  if (year.mode !== 'loop') return cronText(cron);
  return cronText({ ...cron, year: { mode: 'mixed', terms: [{ from: year.start, to: partBounds.year.max, step: year.step }] } });
};

/** Removes the spaces and Western commas from cronstrue's Chinese texts. */
const tidy = (text: string, language: Language): string =>
  language === 'en_US'
    ? text
    : text
        .trim()
        .replace(/\s*,\s*/g, '，')
        .replace(/(?<=[\u4E00-\u9FFF])\s+(?=[\u4E00-\u9FFF])/g, '')
        .replace(/\s{2,}/g, ' ');
