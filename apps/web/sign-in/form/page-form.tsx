import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PageFormProps {
  readonly title: string;
  readonly problem: string | undefined;
  readonly go: string;
  readonly sending: boolean;
  readonly onGo: () => void;
  readonly children: ReactNode;
  readonly back?: { readonly to: string; readonly text: string };
  /** Below the button. */
  readonly foot?: ReactNode;
}

/** One step of the sign-in: a title, the error if there is one, the inputs and one button. */
export const PageForm = ({ title, problem, go, sending, onGo, children, back, foot }: PageFormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!sending) onGo();
    }}
  >
    <h1>{title}</h1>
    <Problem text={problem} />
    {children}
    <button type="submit" className="co-sign-go" aria-busy={sending}>
      {go}
    </button>
    {back && (
      <p className="co-sign-links">
        <Link to={back.to}>{back.text}</Link>
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
