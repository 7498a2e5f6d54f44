import type { LoginAnswer } from '#domains/identity/web.ts';
import { beginSession } from '#kit/web/session.ts';
import { keep, storageKeys } from '#kit/web/storage.ts';

/** Begins the session that a way in has opened. */
export const enter = ({ token, userInfo }: Pick<LoginAnswer, 'token' | 'userInfo'>): void => {
  keep(storageKeys.username, userInfo.username);
  beginSession(token, userInfo);
};
