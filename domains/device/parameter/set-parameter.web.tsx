import { Form, Select } from 'antd';
import { useState } from 'react';
import type { PileRow } from '#domains/network/web.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Words } from '#kit/fields/words.ts';
import { useSend } from '#kit/web/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import type { parameterNo } from '../protocol.codes.ts';
import { parameterLabels, parameterWords } from './parameter.labels.ts';
import { ofGun, parameterApi, parameterValues } from './parameter.ts';

interface SetParameterProps {
  readonly pile: PileRow;
  readonly item: { readonly value: CodeValue<typeof parameterNo>; readonly words: Words };
  /** What the pile has now. */
  readonly reported: string | undefined;
  readonly onClose: () => void;
  readonly onSent: (commandId: string) => void;
}

const [RESTART, OFFLINE_POWER] = [0, 12];

/** One parameter with an input of its kind; what the server would refuse is told before it is sent. */
export const SetParameter = ({ pile, item, reported, onClose, onSent }: SetParameterProps) => {
  const say = useSay();
  const language = useLanguage();
  const field = item.value === RESTART ? undefined : parameterValues[item.value];
  const [value, setValue] = useState<unknown>(startOf(field, reported));
  const [gunNumber, setGunNumber] = useState(1);
  const [problem, setProblem] = useState<string>();
  const label = say(item.words);
  const { send, sending } = useSend(parameterApi.setParameter, {
    done: false,
    onDone: ({ commandId }) => {
      onSent(commandId);
      onClose();
    },
    onRefused: ({ message }) => setProblem(message),
  });
  const submit = () => {
    const parsed = field && parse(field, value);
    if (parsed && !parsed.ok) return setProblem(problemText(parsed.problem, { label, language }));
    const text = item.value === RESTART ? '1' : textOf(value) || null;
    return void send({ cpCode: pile.cpCode, paramNo: item.value, gunNumber: ofGun.includes(item.value) ? gunNumber : 0, value: text });
  };
  const change = (next: unknown) => {
    setProblem(undefined);
    setValue(next);
  };
  return (
    <FormDialog
      width={450}
      title={say(parameterWords.setOf, { name: label })}
      okText={say(field ? parameterWords.send : parameterWords.execute)}
      danger={item.value === RESTART}
      sending={sending}
      onClose={onClose}
      onFinish={submit}
    >
      {ofGun.includes(item.value) && <GunChoice count={pile.gunCount} value={gunNumber} onChange={setGunNumber} />}
      {field ? (
        <Form.Item
          label={label}
          required
          htmlFor="parameter-value"
          {...(item.value === OFFLINE_POWER && { extra: say(parameterWords.rated, { rated: pile.cpPower }) })}
          {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
        >
          <FieldInput id="parameter-value" field={field} value={value} onChange={change} />
        </Form.Item>
      ) : (
        <Warned no={item.value} problem={problem} />
      )}
    </FormDialog>
  );
};

interface GunChoiceProps {
  readonly count: number;
  readonly value: number;
  readonly onChange: (gunNumber: number) => void;
}

const GunChoice = ({ count, value, onChange }: GunChoiceProps) => {
  const say = useSay();
  const options = Array.from({ length: count }, (_unused, index) => ({ value: index + 1, label: index + 1 }));
  return (
    <Form.Item label={say(parameterLabels.gunNumber)} required htmlFor="parameter-gun">
      <Select id="parameter-gun" value={value} onChange={onChange} options={options} />
    </Form.Item>
  );
};

/** An order without a value: what it does. */
const Warned = ({ no, problem }: { readonly no: number; readonly problem: string | undefined }) => {
  const say = useSay();
  return (
    <>
      <p>{say(no === RESTART ? parameterWords.restarts : parameterWords.sendsNow)}</p>
      {problem !== undefined && (
        <p role="alert" className="dv-problem">
          {problem}
        </p>
      )}
    </>
  );
};

/** The value the pile has, as the input of its kind takes it. */
const startOf = (field: Field | undefined, reported: string | undefined): unknown => {
  if (!field || reported === undefined) return null;
  const parsed = parse(field, reported);
  if (!parsed.ok) return null;
  return field.kind === 'count' || field.kind === 'choice' ? Number(reported) : reported;
};
