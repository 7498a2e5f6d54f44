import { useRef } from 'react';
import { useSay } from '#kit/web/language.ts';
import { words } from '../words.ts';
import { privacy } from './privacy.ts';
import { useOptions } from './use-options.ts';

/** What has to stand at the foot of the door. */
export const Footer = () => {
  const say = useSay();
  const { filingNumber } = useOptions();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <footer className="co-sign-foot">
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {say(words.privacy)}
      </button>
      {filingNumber !== null && <span>{filingNumber}</span>}
      <dialog ref={dialog} className="co-sign-dialog" aria-label={say(words.privacy)}>
        <header>
          <h1>{say(words.privacy)}</h1>
          <form method="dialog">
            <button type="submit">{say(words.close)}</button>
          </form>
        </header>
        <article>
          {privacy.map(({ title, text }) => (
            <section key={title[2]}>
              <h2>{say(title)}</h2>
              <p>{say(text)}</p>
            </section>
          ))}
        </article>
      </dialog>
    </footer>
  );
};
