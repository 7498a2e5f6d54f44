import { useCallback } from 'react';
import { languageOf, say } from '#kit/fields/words.ts';
import type { Args, Language, Words } from '#kit/fields/words.ts';
import { storageKeys } from './storage.ts';
import { persistedStore, useStore } from './store.ts';

/** The chosen language. On a first visit it is the browser's language, or English where that is not supported. */
export const languageStore = persistedStore<Language>({
  key: storageKeys.language,
  read: (text) => languageOf(text ?? navigator.language),
  write: (language) => language,
});

/** BCP 47 tags for headers, `lang` attributes and Intl. */
export const languageTags: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en-US' };

/** The name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = { zh_CN: '简体中文', zh_TW: '繁體中文', en_US: 'English' };

export const useLanguage = (): Language => useStore(languageStore);

export type Translate = (words: Words, args?: Args) => string;

/** Returns the function that translates texts into the chosen language: `say(words.save)`. */
export const useSay = (): Translate => {
  const language = useLanguage();
  return useCallback((words: Words, args?: Args) => say(words, language, args), [language]);
};

/** Translates into the current language, outside React. */
export const sayNow: Translate = (words, args) => say(words, languageStore.get(), args);
