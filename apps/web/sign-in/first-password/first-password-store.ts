import type { CallError } from '#kit/web/calls/client.ts';
import { createStore } from '#kit/web/store.ts';
import type { ResetProof } from '../forgotten-password/forgotten-password.tsx';

/** A sign-in with an initial password, which only allows its owner to set a new one. */
export const firstPasswordStore = createStore<ResetProof | null>(null);

/** Whether a refusal requires a new password; the sign-in page then shows that form. */
export const takeFirstPassword = ({ refusal, detail }: CallError): boolean => {
  if (refusal !== 'login.initialPassword' || typeof detail !== 'object' || detail === null || !('smscode' in detail) || !('username' in detail))
    return false;
  firstPasswordStore.set({ username: String(detail.username), smscode: String(detail.smscode) });
  return true;
};
