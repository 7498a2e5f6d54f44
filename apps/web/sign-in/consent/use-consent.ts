import { useSignInOptions } from '#domains/identity/web.ts';
import { useSay } from '#kit/web/language.ts';
import { writeStored, readStored, storageKeys } from '#kit/web/storage.ts';
import { createStore, useStore } from '#kit/web/store.ts';
import { signInWords } from '../sign-in-words.ts';

/** Ticked on this page, whichever way in is taken. */
export const consentStore = createStore(false);

interface Consent {
  /** This browser has agreed to no privacy text, or to another one. */
  readonly isAsked: boolean;
  /** What is wrong when somebody goes on now. */
  readonly lack: () => string | undefined;
  /** Remembers the consent; answers the version agreed to, for the log; null where the server has told none. */
  readonly agree: () => string | null;
}

export const useConsent = (): Consent => {
  const say = useSay();
  const ticked = useStore(consentStore);
  const { privacyVersion } = useSignInOptions();
  const kept = readStored(storageKeys.privacy);
  // A browser without any consent is asked at once, before the server has told which text holds.
  const isAsked = kept === null || kept === '' || (privacyVersion !== null && kept !== privacyVersion);
  return {
    isAsked,
    lack: () => (isAsked && !ticked ? say(signInWords.needConsent) : undefined),
    agree: () => {
      if (privacyVersion !== null) writeStored(storageKeys.privacy, privacyVersion);
      return privacyVersion;
    },
  };
};
