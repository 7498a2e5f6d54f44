import type { Language } from '../language.ts';
import type { PageWord, PageWords } from './zh-cn.labels.ts';

export type { PageWord, PageWords };

/** One language is loaded alone. */
export const loadWords = async (language: Language): Promise<PageWords> => {
  switch (language) {
    case 'zh_CN':
      return (await import('./zh-cn.labels.ts')).words;
    case 'zh_TW':
      return (await import('./zh-tw.labels.ts')).words;
    case 'en_US':
      return (await import('./en-us.labels.ts')).words;
  }
};

/** Fills the `{names}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
