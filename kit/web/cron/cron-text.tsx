import { useEffect, useState } from 'react';
import { readCron } from '#engines/cron/expression.ts';
import { useLanguage } from '../language.ts';
import { loadSpeaker } from './describe.ts';

/** What an expression says, in the chosen language; nothing while it cannot be read. */
export const useSpoken = (text: string): string | undefined => {
  const language = useLanguage();
  const [speaker, setSpeaker] = useState<{ readonly language: string; readonly speak: Awaited<ReturnType<typeof loadSpeaker>> }>();
  useEffect(() => {
    let gone = false;
    // Without the words the expression still stands there.
    void loadSpeaker(language)
      .then((speak) => !gone && setSpeaker({ language, speak }))
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [language]);
  const { cron } = readCron(text);
  return cron && speaker?.language === language ? speaker.speak(cron) : undefined;
};

/** An expression with what it says. */
export const CronText = ({ value }: { readonly value: string }) => {
  const spoken = useSpoken(value);
  return (
    <span className="cron-text">
      <code>{value}</code>
      {spoken !== undefined && <span className="cron-spoken">{spoken}</span>}
    </span>
  );
};
