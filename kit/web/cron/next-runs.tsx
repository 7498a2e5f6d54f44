import { useEffect, useState } from 'react';
import { readCron } from '#engines/cron/expression.ts';
import { cronProblemText } from '#kit/fields/cron.ts';
import { languageTags, useLanguage, useSay } from '../language.ts';
import { cronWords as words } from './words.ts';

const RUNS_SHOWN = 10;
/** The runs are computed after this pause in typing. */
const PAUSE_MS = 500;

interface NextRunsProps {
  readonly text: string;
  /** An IANA time zone. */
  readonly zone: string;
}

/** The next ten runs of an expression, as local times of its zone. */
export const NextRuns = ({ text, zone }: NextRunsProps) => {
  const say = useSay();
  const language = useLanguage();
  const runs = useRuns({ text, zone });
  return (
    <section className="cron-runs" aria-label={say(words.runs)}>
      <div className="cron-runs-head">
        <b>{say(words.runs)}</b>
        <span>{say(words.zone, { zone })}</span>
      </div>
      {runs === undefined ? (
        <p className="cron-note">{say(words.counting)}</p>
      ) : (
        <ol>
          {runs.map((ms) => (
            <li key={ms}>
              <time dateTime={new Date(ms).toISOString()}>{runText(ms, { zone, tag: languageTags[language] })}</time>
            </li>
          ))}
        </ol>
      )}
      {runs?.length === 0 && readCron(text).cron && (
        <p className="cron-note cron-problem" role="alert">
          {cronProblemText({ code: 'never' }, language)}
        </p>
      )}
      {runs && runs.length > 0 && runs.length < RUNS_SHOWN && <p className="cron-note">{say(words.runsFew)}</p>}
    </section>
  );
};

/** Undefined until they are computed. */
const useRuns = ({ text, zone }: NextRunsProps): readonly number[] | undefined => {
  const [counted, setCounted] = useState<NextRunsProps & { readonly runs: readonly number[] }>();
  useEffect(() => {
    let isUnmounted = false;
    const count = async (): Promise<void> => {
      const { runsAfter } = await import('#engines/cron/runs.ts');
      const { cron } = readCron(text);
      const runs = cron ? runsAfter(cron, { zone, afterMs: Date.now(), count: RUNS_SHOWN }) : [];
      if (!isUnmounted) setCounted({ text, zone, runs });
    };
    const timer = setTimeout(() => void count().catch(() => undefined), PAUSE_MS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [text, zone]);
  return counted?.text === text && counted.zone === zone ? counted.runs : undefined;
};

const runText = (ms: number, { zone, tag }: { readonly zone: string; readonly tag: string }): string => {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(ms);
  const weekday = new Intl.DateTimeFormat(tag, { timeZone: zone, weekday: 'short' }).format(ms);
  return `${time} ${weekday}`;
};
