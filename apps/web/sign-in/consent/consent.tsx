import { useId, useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { useStore } from '#kit/web/store.ts';
import { PrivacyLink } from '../../footer/legal-links.tsx';
import { signInWords } from '../sign-in-words.ts';
import { consentStore, useConsent } from './use-consent.ts';

/** Asks for consent to the privacy text, once for each browser and text. It is outside the form, because its dialog contains a form. */
export const Consent = () => {
  const say = useSay();
  const id = useId();
  const ticked = useStore(consentStore);
  const { isAsked } = useConsent();
  // The checkbox stays visible while the sign-in is in progress.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return (
    <div className="co-sign-consent">
      <input id={id} type="checkbox" checked={ticked} onChange={({ target }) => consentStore.set(target.checked)} />
      <label htmlFor={id}>{say(signInWords.agree)}</label>
      <PrivacyLink />
    </div>
  );
};
