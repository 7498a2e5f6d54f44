import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '#kit/web/language.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';

/** A footer link and the dialog that it opens. The content is loaded when the dialog is first opened. */
export const FooterDialog = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpened(true);
          dialog.current?.showModal();
        }}
      >
        {title}
      </button>
      <dialog ref={dialog} className="co-sign-dialog" aria-label={title}>
        <header>
          <h2>{title}</h2>
          <form method="dialog">
            <button type="submit">{say(signInWords.close)}</button>
          </form>
        </header>
        {opened && children}
      </dialog>
    </>
  );
};
