import { createContext, useContext } from 'react';
import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import { screenWords } from './screen.labels.ts';
import type { ScreenWord } from './screen.labels.ts';

const tags: Readonly<Record<Language, string>> = { zh_CN: 'zh-CN', zh_TW: 'zh-TW', en_US: 'en' };

export interface Speech {
  /** The tag of the language, for numbers and dates. */
  readonly tag: string;
  readonly say: (word: ScreenWord, values?: Readonly<Record<string, string | number>>) => string;
  /** The words of a code in the language of the screen. */
  readonly words: (words: Words | undefined) => string;
}

export const speechOf = (language: Language): Speech => ({
  tag: tags[language],
  say: (word, values) => say(screenWords[word], language, values),
  words: (words) => (words ? say(words, language) : ''),
});

const SpeechContext = createContext<Speech>(speechOf('en_US'));
export const SpeechProvider = SpeechContext.Provider;
export const useSpeech = (): Speech => useContext(SpeechContext);
