import type { LoginAnswer } from '#domains/identity/web.ts';
import { beginSession } from '#kit/web/session/session.ts';
import { writeStored, readStored, storageKeys } from '#kit/web/storage.ts';
import { choiceOf, entryChoiceStore } from './entry-choice.ts';

/** Begins the session that a way in has opened. */
export const enter = (answer: Omit<LoginAnswer, 'sysAllDictItems'>): void => {
  const { token, userInfo, deviceToken } = answer;
  if (deviceToken !== null) writeStored(storageKeys.device, deviceToken);
  writeStored(storageKeys.username, userInfo.username);
  entryChoiceStore.set(choiceOf(answer));
  beginSession(token, userInfo);
};

/** What this browser shows of itself, so that wrong passwords of others do not lock its people out. */
export const shownDevice = (): string => readStored(storageKeys.device) ?? 'new';
