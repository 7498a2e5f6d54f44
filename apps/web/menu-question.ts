import type { Language } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { callAhead } from '#kit/web/query.tsx';
import { sessionApi } from '#domains/identity/web.ts';
import type { MenuAnswer } from '#domains/identity/web.ts';

/** The titles come in the language of the call, so the language is part of the question. */
export const menuQuestion = (language: Language) => ({ language });

/** Asks for the menu while the code that draws it is on its way; undefined when it did not come. */
export const askMenu = (): Promise<MenuAnswer | undefined> => callAhead(sessionApi.menu, menuQuestion(languageStore.get()));
