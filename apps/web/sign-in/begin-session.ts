import type { LoginAnswer } from '#domains/identity/web.ts';
import { beginSession } from '#kit/web/session/session.ts';
import { writeStored, readStored, storageKeys } from '#kit/web/storage.ts';
import { choiceOf, entryChoiceStore } from './entry-choice.ts';

/** Begins the session after a successful sign-in. */
export const enter = (answer: Omit<LoginAnswer, 'sysAllDictItems'>): void => {
  const { token, userInfo, deviceToken } = answer;
  if (deviceToken !== null) writeStored(storageKeys.device, deviceToken);
  writeStored(storageKeys.username, userInfo.username);
  entryChoiceStore.set(choiceOf(answer));
  beginSession(token, userInfo);
};

/** The device token of this browser, so that wrong passwords entered elsewhere do not lock out its users. */
export const shownDevice = (): string => readStored(storageKeys.device) ?? 'new';
