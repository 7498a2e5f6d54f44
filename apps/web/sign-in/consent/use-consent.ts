import { accountApi } from '#domains/identity/resources.ts';
import { useSignInOptions } from '#domains/identity/web.ts';
import { call } from '#kit/web/calls/client.ts';
import { useSay } from '#kit/web/language.ts';
import { writeStored, readStored, storageKeys } from '#kit/web/storage.ts';
import { createStore, useStore } from '#kit/web/store.ts';
import { signInWords } from '../sign-in-words.ts';

/** Ticked on this page, for every way to sign in. */
export const consentStore = createStore(false);

interface Consent {
  /** This browser has agreed to no privacy text, or to another version. */
  readonly isAsked: boolean;
  /** The error when the user continues now; undefined when there is none. */
  readonly missing: () => string | undefined;
  /** Stores the consent; returns the accepted version for the log, null where the server has given none. */
  readonly agree: () => Promise<string | null>;
}

export const useConsent = (): Consent => {
  const say = useSay();
  const ticked = useStore(consentStore);
  const { privacyVersion } = useSignInOptions();
  const stored = readStored(storageKeys.privacy);
  // A browser without any consent is asked at once, before the server has named the current text.
  const isAsked = stored === null || stored === '' || (privacyVersion !== null && stored !== privacyVersion);
  return {
    isAsked,
    missing: () => (isAsked && !ticked ? say(signInWords.needConsent) : undefined),
    agree: async () => {
      // Whoever is quicker than the options of the page has read the text that the server names now.
      const version = privacyVersion ?? (await currentVersion());
      if (version !== null) writeStored(storageKeys.privacy, version);
      return version;
    },
  };
};

const currentVersion = (): Promise<string | null> =>
  call(accountApi.options, {}).then(
    ({ privacyVersion }) => privacyVersion,
    () => null,
  );
