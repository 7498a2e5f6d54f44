import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PageFormProps {
  readonly title: string;
  readonly problem: string | undefined;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly onGo: () => void;
  readonly children: ReactNode;
  readonly backLink?: { readonly to: string; readonly text: string };
  /** Below the button. */
  readonly foot?: ReactNode;
}

/** One step of the sign-in: a title, the error if any, the inputs and one button. */
export const PageForm = ({ title, problem, submitLabel, isSending, onGo, children, backLink, foot }: PageFormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!isSending) onGo();
    }}
  >
    <h1>{title}</h1>
    <Problem text={problem} />
    {children}
    <button type="submit" className="co-sign-go" aria-busy={isSending}>
      {submitLabel}
    </button>
    {backLink && (
      <p className="co-sign-links">
        <Link to={backLink.to}>{backLink.text}</Link>
      </p>
    )}
    {foot}
  </form>
);

export const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p className="co-sign-note co-sign-note-bad" role="alert">
      {text}
    </p>
  );
