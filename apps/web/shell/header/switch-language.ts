import type { Language } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { reload } from '#kit/web/calls/query.tsx';

/** Texts of the page change at once; the menu, the dictionaries and all cached answers are loaded again in the new language. */
export const switchLanguage = (language: Language): void => {
  if (language === languageStore.get()) return;
  languageStore.set(language);
  void reload();
};
