import { useEffect, useState } from 'react';
import { readCron } from '#engines/cron/expression.ts';
import { useLanguage } from '../language.ts';
import { loadDescriber } from './describe.ts';

/** The description of an expression in the chosen language; undefined while the expression is invalid. */
export const useCronDescription = (text: string): string | undefined => {
  const language = useLanguage();
  const [describer, setDescriber] = useState<{ readonly language: string; readonly describe: Awaited<ReturnType<typeof loadDescriber>> }>();
  useEffect(() => {
    let isUnmounted = false;
    // If the description cannot be loaded, the expression is still shown.
    void loadDescriber(language)
      .then((describe) => !isUnmounted && setDescriber({ language, describe }))
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [language]);
  const { cron } = readCron(text);
  return cron && describer?.language === language ? describer.describe(cron) : undefined;
};

/** A cron expression with its description. */
export const CronText = ({ value }: { readonly value: string }) => {
  const description = useCronDescription(value);
  return (
    <span className="cron-text">
      <code>{value}</code>
      {description !== undefined && <span className="cron-spoken">{description}</span>}
    </span>
  );
};
