import { useEffect } from 'react';
import type { DriverOrderView } from '#domains/driver/resources.ts';
import { moneyText } from '../format.ts';
import type { Language } from '../language.ts';
import { useSay } from '../say.tsx';
import type { Say } from '../say.tsx';
import { factsOf, sentenceOf, START_MAX_S } from '../texts.ts';
import { useAge, useServerTime } from './use-clock.ts';

const RADIUS = 70;
const ROUND = 2 * Math.PI * RADIUS;

/** The cable was pulled out before the start: how long it is waited for, where that is known. */
export const Replug = ({ view }: { readonly view: DriverOrderView }) => {
  const { say, language } = useSay();
  const nowMs = useServerTime();
  const at = view.text?.values.at;
  return (
    <>
      {at !== undefined && <p className="big">{say('replugLeft', { s: Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1_000)) })}</p>}
      <p className="soft">{promiseOf(view, say, language)}</p>
    </>
  );
};

const promiseOf = (view: DriverOrderView, say: Say, language: Language): string =>
  view.isFromWallet ? say('walletPromise') : say('refundPromise', { amount: moneyText(view.paidCents, factsOf(view, language)) });

/** The start: how long it has taken, how far it is, and what happens to the money otherwise. */
export const Starting = ({ view }: { readonly view: DriverOrderView }) => {
  const { say, language } = useSay();
  const waitedS = (view.text?.values.waitedS ?? 0) + useAge(view.text?.values.waitedS);
  const facts = factsOf(view, language);
  const text = { code: 'starting', values: { waitedS } } as const;
  const isLate = waitedS > START_MAX_S;
  useWakeLock();
  return (
    <>
      <svg className="ring" viewBox="0 0 168 168" aria-hidden="true">
        <circle cx="84" cy="84" r={RADIUS} />
        <circle
          className="run"
          cx="84"
          cy="84"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - Math.min(1, waitedS / START_MAX_S))}
        />
        <text x="84" y="84">
          {waitedS}
        </text>
      </svg>
      <p className="lead">{sentenceOf(text, facts, say)}</p>
      <ul className="ticks">
        <li className="done">{say(view.isFromWallet ? 'setAside' : 'paid', { amount: moneyText(view.paidCents, facts) })}</li>
        <li className="done">{say('sent')}</li>
        <li>{say('carAnswers')}</li>
      </ul>
      <p className={isLate ? 'notice' : 'soft'}>{promiseOf(view, say, language)}</p>
    </>
  );
};

/** The screen stays on while the car and the pile talk, which takes seconds; never during the charge. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const give = (): void => void lock?.release().catch(() => undefined);
    // Browsers refuse it in the background and on an empty battery.
    void navigator.wakeLock?.request('screen').then(
      (taken) => {
        lock = taken;
        if (isGone) give();
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      give();
    };
  }, []);
};
