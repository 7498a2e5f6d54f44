import { Input } from 'antd';
import { useId, useState } from 'react';
import { choosePart } from '#engines/cron/cascade.ts';
import { CRON_LETTERS_MAX, cronText, readCron, readParts } from '#engines/cron/expression.ts';
import type { PartName } from '#engines/cron/part.ts';
import { cronProblemText } from '#kit/fields/cron.ts';
import { useLanguage, useSay } from '../language.ts';
import { useCronDescription } from './cron-text.tsx';
import { NextRuns } from './next-runs.tsx';
import { PartPanel } from './part-panel.tsx';
import { PartTabs } from './part-tabs.tsx';
import { cronWords as words } from './words.ts';
import './cron.css';

export interface CronEditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The time zone of the expression. */
  readonly zone: string;
  readonly disabled?: boolean;
}

/** Edits a cron expression, part by part or as text, and shows its description and its next runs. */
export const CronEditor = ({ value, onChange, zone, disabled = false }: CronEditorProps) => {
  const say = useSay();
  const language = useLanguage();
  const id = useId();
  const [name, setName] = useState<PartName>('second');
  const [draftText, setDraftText] = useState<string>();
  const text = draftText ?? value;
  const { problem } = readCron(text);
  const cron = readParts(value);
  const description = useCronDescription(text);
  /** Typed text is applied when the input loses the focus, so that an incomplete expression changes no part. */
  const applyDraft = () => {
    if (draftText !== undefined && draftText !== value) onChange(draftText);
    setDraftText(undefined);
  };
  return (
    <div className="cron">
      <PartTabs id={id} cron={cron} selected={name} onChoose={setName} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${name}`} className="cron-page">
        <PartPanel
          key={name}
          name={name}
          part={cron[name]}
          disabled={disabled}
          onChange={(part) => onChange(cronText(choosePart(cron, name, part)))}
        />
      </div>
      <label className="cron-label" htmlFor={id}>
        {say(words.title)}
      </label>
      <Input
        id={id}
        className="cron-typed"
        value={text}
        disabled={disabled}
        maxLength={CRON_LETTERS_MAX}
        autoComplete="off"
        spellCheck={false}
        status={problem ? 'error' : ''}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-says`}
        onChange={(event) => setDraftText(event.target.value)}
        onBlur={applyDraft}
        onPressEnter={applyDraft}
      />
      <p id={`${id}-says`} className={problem ? 'cron-says cron-problem' : 'cron-says'} {...(problem && { role: 'alert' })}>
        {problem ? cronProblemText(problem, language) : description}
      </p>
      {!problem && <NextRuns text={text} zone={zone} />}
    </div>
  );
};
