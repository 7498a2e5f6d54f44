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

/** Says whether this browser and the way to the server are fit for the product. For everybody, above all for those who cannot get in. */
export const SelfCheck = () => {
  const say = useSay();
  const session = useStore(sessionStore);
  const { looked, found, begin } = useFindings();
  const [told, setTold] = useState<string>();
  const report = looked.map(({ name, label }) => `${say(label)}: ${textOf(found[name], say)}`).join('\n');
  const copy = (): void => void copyText(report).then((copied) => setTold(say(copied ? words.copied : words.copyFailed)));
  return (
    <>
      <h1>{say(words.title)}</h1>
      <p className="co-check-hint">{say(words.hint)}</p>
      <dl className="co-check" aria-live="polite">
        {looked.map(({ name, label }) => (
          <div key={name} data-tone={found[name]?.tone ?? 'waiting'}>
            <dt>{say(label)}</dt>
            <dd>{textOf(found[name], say)}</dd>
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
        <output>{told}</output>
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
  readonly looked: readonly Check[];
  readonly found: Readonly<Record<string, Finding>>;
}

const lookAnew = (): SelfCheckState => ({ looked: checks(), found: {} });

/** Looks once when it is shown, and again when somebody asks; what an earlier look still finds is not shown any more. */
const useFindings = () => {
  const [{ looked, found }, set] = useState(lookAnew);
  useEffect(() => {
    const note = (name: string, finding: Finding): void =>
      set((before) => (before.looked === looked ? { looked, found: { ...before.found, [name]: finding } } : before));
    for (const { name, run } of looked) void run().then((finding) => note(name, finding));
  }, [looked]);
  return { looked, found, begin: () => set(lookAnew()) };
};
