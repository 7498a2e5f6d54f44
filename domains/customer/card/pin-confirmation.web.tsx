import { Form, Input } from 'antd';
import { useState } from 'react';
import type { FocusEventHandler } from 'react';
import { ruleOf } from '#kit/web/form/field-rule.ts';
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
      {typeof props.value === 'string' && props.value !== '' && <PinConfirmation />}
    </>
  );
};
export const cardInputs = { cardPwd: PinInput };

/** Confirmation input for the form's field `cardPwd`. Its text is only compared; the form neither stores nor sends it. */
export const PinConfirmation = () => {
  const say = useSay();
  const form = Form.useFormInstance<{ readonly cardPwd?: string | null }>();
  const [pin, setPin] = useState('');
  const mismatch = () => (pin === (form.getFieldValue('cardPwd') ?? '') ? undefined : say(cardWords.passwordsDiffer));
  return (
    <Form.Item
      name="cardPwdAgain"
      label={say(cardWords.passwordAgain)}
      dependencies={['cardPwd']}
      rules={[ruleOf(mismatch)]}
      validateTrigger="onBlur"
    >
      <ConfirmationInput pin={pin} onPin={setPin} />
    </Form.Item>
  );
};

interface ConfirmationProps extends ControlProps {
  readonly pin: string;
  readonly onPin: (text: string) => void;
  /** Validates the input when it loses focus. */
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
}

const ConfirmationInput = ({ pin, onPin, onBlur, ...aria }: ConfirmationProps) => (
  <Input.Password
    {...controlOf(aria)}
    value={pin}
    onBlur={onBlur}
    onChange={(event) => onPin(event.target.value)}
    maxLength={cardApi.resetPwd.input.cardPwd.max}
    inputMode="numeric"
    autoComplete="new-password"
  />
);
