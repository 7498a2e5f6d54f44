import { Form, Input } from 'antd';
import { useState } from 'react';
import type { FocusEventHandler } from 'react';
import { judgedBy } from '#kit/web/form/field-rule.ts';
import { controlOf } from '#kit/web/control-props.ts';
import type { ControlProps } from '#kit/web/control-props.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { cardWords } from './card.labels.ts';
import { cardApi } from './card.ts';

/** A card's password in its form: entered twice for a new card, and changed later only by a separate recorded operation. */
const PinInput = (props: InputProps) => {
  const say = useSay();
  if (props.disabled) return <FieldInput {...props} placeholder={say(cardWords.resetInstead)} />;
  return (
    <>
      <FieldInput {...props} />
      {typeof props.value === 'string' && props.value !== '' && <PinAgain />}
    </>
  );
};
export const cardInputs = { cardPwd: PinInput };

/** Confirmation input for the form's field `cardPwd`. Its text is only compared; the form neither stores nor sends it. */
export const PinAgain = () => {
  const say = useSay();
  const form = Form.useFormInstance<{ readonly cardPwd?: string | null }>();
  const [typed, setTyped] = useState('');
  const differs = () => (typed === (form.getFieldValue('cardPwd') ?? '') ? undefined : say(cardWords.passwordsDiffer));
  return (
    <Form.Item
      name="cardPwdAgain"
      label={say(cardWords.passwordAgain)}
      dependencies={['cardPwd']}
      rules={[judgedBy(differs)]}
      validateTrigger="onBlur"
    >
      <AgainInput typed={typed} onTyped={setTyped} />
    </Form.Item>
  );
};

interface AgainProps extends ControlProps {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  /** Validates the input when it loses focus. */
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
}

const AgainInput = ({ typed, onTyped, onBlur, ...aria }: AgainProps) => (
  <Input.Password
    {...controlOf(aria)}
    value={typed}
    onBlur={onBlur}
    onChange={(event) => onTyped(event.target.value)}
    maxLength={cardApi.resetPwd.input.cardPwd.max}
    inputMode="numeric"
    autoComplete="new-password"
  />
);
