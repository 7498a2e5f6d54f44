import type { LoginAnswer } from '#domains/identity/web.ts';
import { beginSession } from '#kit/web/session.ts';
import { keep, storageKeys } from '#kit/web/storage.ts';
import { choiceOf, entryChoiceStore } from './entry-choice.ts';

/** Begins the session that a way in has opened. */
export const enter = (answer: Omit<LoginAnswer, 'sysAllDictItems'>): void => {
  const { token, userInfo } = answer;
  keep(storageKeys.username, userInfo.username);
  entryChoiceStore.set(choiceOf(answer));
  beginSession(token, userInfo);
};
