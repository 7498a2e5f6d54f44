import { Button, Input, Space } from 'antd';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import { useState } from 'react';
import { CRON_LETTERS_MAX, readCron } from '#engines/cron/expression.ts';
import { cronProblemText } from '#kit/fields/cron.ts';
import type { InputProps } from '../kinds/input.tsx';
import { useLanguage, useSay } from '../language.ts';
import { textOf } from '../text-of.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import { useCronDescription } from './cron-text.tsx';
import { cronWords as words } from './words.ts';
import './cron.css';

const CronDialog = lazyComponent(() => import('./cron-dialog.tsx').then(({ CronDialog: Found }) => Found));

/** A cron expression that is typed or edited in a dialog, with its description below. */
export const CronInput = ({ value, onChange, disabled = false, zone, ...props }: InputProps & { readonly zone: string }) => {
  const say = useSay();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const text = textOf(value);
  const description = useCronDescription(text);
  const { problem } = readCron(text);
  const broken = problem && problem.code !== 'empty';
  return (
    <>
      <Space.Compact className="co-wide">
        <Input
          {...(props.id !== undefined && { id: props.id })}
          aria-label={say(words.title)}
          aria-invalid={broken === true || props['aria-invalid'] === true}
          {...(props['aria-describedby'] !== undefined && { 'aria-describedby': props['aria-describedby'] })}
          className="cron-typed"
          value={text}
          disabled={disabled}
          maxLength={CRON_LETTERS_MAX}
          autoComplete="off"
          spellCheck={false}
          status={broken ? 'error' : ''}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button icon={<ScheduleOutlined />} aria-label={say(words.open)} disabled={disabled} onClick={() => setOpen(true)} />
      </Space.Compact>
      <div className={broken ? 'cron-says cron-problem' : 'cron-says'} {...(broken && { role: 'alert' })}>
        {broken ? cronProblemText(problem, language) : description}
      </div>
      {open && <CronDialog value={text} zone={zone} onDone={(next) => onChange?.(next)} onClose={() => setOpen(false)} />}
    </>
  );
};
