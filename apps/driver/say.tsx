import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { Language } from './language.ts';
import { fill } from './words/words.ts';
import type { PageWord, PageWords } from './words/words.ts';

interface Speech {
  readonly language: Language;
  readonly words: PageWords;
}

const SpeechContext = createContext<Speech | undefined>(undefined);

export const SpeechProvider = ({ speech, children }: { readonly speech: Speech; readonly children: ReactNode }) => (
  <SpeechContext.Provider value={speech}>{children}</SpeechContext.Provider>
);

export type Say = (word: PageWord, values?: Readonly<Record<string, string | number>>) => string;

/** The language of the page, and its texts by their names. */
export const useSay = (): { readonly language: Language; readonly say: Say } => {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('no language was given');
  return { language: speech.language, say: (word, values = {}) => fill(speech.words[word], values) };
};
