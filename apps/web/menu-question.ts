import type { Language } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { sendAhead } from '#kit/web/calls/prefetch.ts';
import { sessionStore } from '#kit/web/session/session.ts';
import { sessionApi } from '#domains/identity/web.ts';

/** The titles come in the language of the call, so the language is part of the question. */
export const menuQuestion = (language: Language) => ({ language });

/** Asks for the menu while the code that keeps and draws it is on its way. */
export const sendMenuQuestion = (): void => {
  if (sessionStore.get() !== null) sendAhead(sessionApi.menu, menuQuestion(languageStore.get()));
};
