import { useEffect, useState } from 'react';
import { readCron } from '#engines/cron/expression.ts';
import { useLanguage } from '../language.ts';
import { loadDescriber } from './describe.ts';

/** What an expression says, in the chosen language; nothing while it cannot be read. */
export const useCronDescription = (text: string): string | undefined => {
  const language = useLanguage();
  const [speaker, setSpeaker] = useState<{ readonly language: string; readonly speak: Awaited<ReturnType<typeof loadDescriber>> }>();
  useEffect(() => {
    let isUnmounted = false;
    // Without the words the expression still stands there.
    void loadDescriber(language)
      .then((speak) => !isUnmounted && setSpeaker({ language, speak }))
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [language]);
  const { cron } = readCron(text);
  return cron && speaker?.language === language ? speaker.speak(cron) : undefined;
};

/** An expression with what it says. */
export const CronText = ({ value }: { readonly value: string }) => {
  const spoken = useCronDescription(value);
  return (
    <span className="cron-text">
      <code>{value}</code>
      {spoken !== undefined && <span className="cron-spoken">{spoken}</span>}
    </span>
  );
};
