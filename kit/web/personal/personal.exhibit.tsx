import { Form } from 'antd';
import { useState } from 'react';
import { phone, text } from '#kit/fields/field.ts';
import { maskOf, personal } from '#kit/fields/personal.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import { PersonalField } from './personal-input.tsx';
import { PersonalLine } from './personal-text.tsx';
import type { RevealedField } from './use-reveal.ts';

const NUMBER = '13812345678';
const MAILBOX = 'the.second.assistant.of.the.night.shift@charging-stations-of-the-northern-provinces.example.com';
const phoneWords: Words = ['手机号', '手機號碼', 'Phone'];
const mailWords: Words = ['邮箱', '信箱', 'E-mail'];
const mailbox = personal(text({ max: 100 }), { kind: 'mailbox' });

/** The exhibit knows the full value, so it calls no server. */
const useKnown = (value: string, asking = false): RevealedField => {
  const [isOpen, setOpen] = useState(false);
  return { allow: 'signedIn', full: isOpen ? value : undefined, isRevealing: asking, toggle: () => setOpen(!isOpen) };
};

interface LineProps {
  readonly mail?: boolean;
  readonly asking?: boolean;
}

const Line = ({ mail = false, asking }: LineProps) => {
  const say = useSay();
  const value = mail ? MAILBOX : NUMBER;
  return (
    <PersonalLine shown={maskOf(mail ? 'mailbox' : 'phone', value)} reveal={useKnown(value, asking)} label={say(mail ? mailWords : phoneWords)} />
  );
};

interface FieldProps extends LineProps {
  readonly invalid?: boolean;
  readonly disabled?: boolean;
}

const Field = ({ mail = false, asking, invalid = false, disabled = false }: FieldProps) => {
  const say = useSay();
  const value = mail ? MAILBOX : NUMBER;
  const shown = maskOf(mail ? 'mailbox' : 'phone', value);
  const [typed, setTyped] = useState<unknown>(invalid ? `${shown}9` : shown);
  const label = say(mail ? mailWords : phoneWords);
  return (
    <Form.Item validateStatus={invalid ? 'error' : ''}>
      <PersonalField
        field={mail ? mailbox : phone()}
        value={typed}
        onChange={setTyped}
        shown={shown}
        label={label}
        reveal={useKnown(value, asking)}
        disabled={disabled}
        aria-label={label}
        aria-invalid={invalid}
      />
    </Form.Item>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'personal',
    title: ['隐去部分的号码', '隱去部分的號碼', 'Number shown in part'],
    states: { filled: () => <Line />, loading: () => <Line asking />, longText: () => <Line mail /> },
    never: ['empty', 'invalid', 'disabled'],
  },
  {
    name: 'personal-input',
    title: ['隐去部分的号码输入', '隱去部分的號碼輸入', 'Input of a number shown in part'],
    states: {
      filled: () => <Field />,
      invalid: () => <Field invalid />,
      disabled: () => <Field disabled />,
      loading: () => <Field asking />,
      longText: () => <Field mail />,
    },
    never: ['empty'],
  },
];
