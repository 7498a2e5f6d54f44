import type { CallError } from '#kit/web/calls/client.ts';
import { createStore } from '#kit/web/store.ts';
import type { ResetProof } from '../forgotten-password/forgotten-password.tsx';

/** A sign-in with a password that somebody else has set: it only lets its owner set another one. */
export const firstPasswordStore = createStore<ResetProof | null>(null);

/** Whether a refusal asks for a password of one's own; the sign-in page then shows that form instead of what was there. */
export const takeFirstPassword = ({ refusal, detail }: CallError): boolean => {
  if (refusal !== 'login.initialPassword' || typeof detail !== 'object' || detail === null || !('smscode' in detail) || !('username' in detail))
    return false;
  firstPasswordStore.set({ username: String(detail.username), smscode: String(detail.smscode) });
  return true;
};
