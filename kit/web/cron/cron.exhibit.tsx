import { useState } from 'react';
import { text } from '#kit/fields/field.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { CronEditor } from './cron-editor.tsx';
import { CronInput } from './cron-input.tsx';
import { CronText } from './cron-text.tsx';

const ZONE = 'Asia/Shanghai';
const LONG = '0 0,3,5,8,13,21,34,55 1-5,7,11-23/4 ? 1,2,3,5,7,11 2-6 2026-2060/2';
const field = text({ max: 250 });

const Edited = ({ initial, disabled = false }: { readonly initial: string; readonly disabled?: boolean }) => {
  const [value, setValue] = useState(initial);
  return <CronEditor value={value} onChange={setValue} zone={ZONE} disabled={disabled} />;
};

const Entered = ({ initial, disabled = false }: { readonly initial: string; readonly disabled?: boolean }) => {
  const [value, setValue] = useState<unknown>(initial);
  return <CronInput field={field} value={value} onChange={setValue} zone={ZONE} disabled={disabled} />;
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'cron-editor',
    title: ['cron编辑器', 'cron編輯器', 'Cron editor'],
    states: {
      empty: () => <Edited initial="" />,
      filled: () => <Edited initial="0 30 2 * * ? *" />,
      invalid: () => <Edited initial="0 30 2 15 * 2" />,
      disabled: () => <Edited initial="0 0 8 ? * 6L *" disabled />,
      longText: () => <Edited initial={LONG} />,
    },
    never: ['loading'],
  },
  {
    name: 'cron-input',
    title: ['cron输入框', 'cron輸入框', 'Cron input'],
    states: {
      empty: () => <Entered initial="" />,
      filled: () => <Entered initial="0 0/15 8-18 ? * 2-6" />,
      invalid: () => <Entered initial="0 0 25 * * ?" />,
      disabled: () => <Entered initial="0 0 8 L-3 * ?" disabled />,
      longText: () => <Entered initial={LONG} />,
    },
    never: ['loading'],
  },
  {
    name: 'cron-text',
    title: ['cron描述', 'cron描述', 'Cron in words'],
    states: {
      filled: () => <CronText value="0 0 8 ? * 6#2" />,
      invalid: () => <CronText value="0 0 25 * * ?" />,
      longText: () => <CronText value={LONG} />,
    },
    never: ['empty', 'disabled', 'loading'],
  },
];
