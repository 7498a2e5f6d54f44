import type { Language } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { queryClient } from '#kit/web/calls/query.tsx';

/** Words of the page change now; the menu, the dictionaries and all that was read are read again in the new language. */
export const switchLanguage = (language: Language): void => {
  if (language === languageStore.get()) return;
  languageStore.set(language);
  void queryClient.invalidateQueries();
};
