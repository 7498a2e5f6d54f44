import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { copyText } from '#kit/web/copy-text.ts';
import { useSay } from '#kit/web/language.ts';
import { sessionStore } from '#kit/web/session/session.ts';
import { useStore } from '#kit/web/store.ts';
import { SIGN_IN } from '../paths.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';
import { checkWords as words } from './check-words.ts';
import { checks } from './checks.ts';
import type { Check, Finding } from './checks.ts';
import './self-check.css';

/** Shows whether this browser and the connection to the server can run the product. Open to everybody, mainly for users who cannot sign in. */
export const SelfCheck = () => {
  const say = useSay();
  const session = useStore(sessionStore);
  const { shownChecks, findings, begin } = useFindings();
  const [copyResult, setCopyResult] = useState<string>();
  const report = shownChecks.map(({ name, label }) => `${say(label)}: ${textOf(findings[name], say)}`).join('\n');
  const copy = (): void => void copyText(report).then((copied) => setCopyResult(say(copied ? words.copied : words.copyFailed)));
  return (
    <>
      <h1>{say(words.title)}</h1>
      <p className="co-check-hint">{say(words.hint)}</p>
      <dl className="co-check" aria-live="polite">
        {shownChecks.map(({ name, label }) => (
          <div key={name} data-tone={findings[name]?.tone ?? 'waiting'}>
            <dt>{say(label)}</dt>
            <dd>{textOf(findings[name], say)}</dd>
          </div>
        ))}
      </dl>
      <p className="co-check-acts">
        <button type="button" className="co-lost-button" onClick={begin}>
          {say(words.again)}
        </button>
        <button type="button" className="co-lost-button" onClick={copy}>
          {say(words.copy)}
        </button>
        <output>{copyResult}</output>
      </p>
      <p className="co-sign-links">
        <Link to={session ? '/' : SIGN_IN}>{say(session ? words.goIn : signInWords.toSignIn)}</Link>
      </p>
    </>
  );
};

const textOf = (finding: Finding | undefined, say: ReturnType<typeof useSay>): string =>
  finding ? say(finding.text, finding.args) : say(words.checking);

interface SelfCheckState {
  readonly shownChecks: readonly Check[];
  readonly findings: Readonly<Record<string, Finding>>;
}

const lookAnew = (): SelfCheckState => ({ shownChecks: checks(), findings: {} });

/** Runs the checks when it is shown, and again on request. Results of an earlier run that arrive late are ignored. */
const useFindings = () => {
  const [{ shownChecks, findings }, set] = useState(lookAnew);
  useEffect(() => {
    const note = (name: string, finding: Finding): void =>
      set((before) => (before.shownChecks === shownChecks ? { shownChecks, findings: { ...before.findings, [name]: finding } } : before));
    for (const { name, run } of shownChecks) void run().then((finding) => note(name, finding));
  }, [shownChecks]);
  return { shownChecks, findings, begin: () => set(lookAnew()) };
};
