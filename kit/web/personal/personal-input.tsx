import { Input } from 'antd';
import { controlOf } from '../control-props.ts';
import type { InputProps } from '../kinds/input.tsx';
import { textOf } from '../text-of.ts';
import { RevealButton } from './reveal-button.tsx';
import { useReveal } from './use-reveal.ts';
import type { RevealedField, RevealOf } from './use-reveal.ts';
import './personal.css';

/** The input of a personal field whose value arrived masked. */
export const PersonalInput = ({ of, rowKey, name, ...props }: InputProps & RevealOf & { readonly label: string }) => (
  <PersonalField {...props} reveal={useReveal({ of, rowKey, name, shown: props.shown })} />
);

interface PersonalFieldProps extends InputProps {
  readonly shown: string;
  readonly label: string;
  readonly reveal: RevealedField;
}

/**
 * Until the user types, the form holds the masked value, which means "unchanged". The full value is only drawn over it, so that neither a draft nor
 * a save contains it.
 */
export const PersonalField = ({ shown, label, reveal, ...props }: PersonalFieldProps) => {
  const isUntouched = props.value === shown;
  return (
    <Input
      {...controlOf(props)}
      value={isUntouched ? (reveal.full ?? shown) : textOf(props.value)}
      onChange={(event) => props.onChange?.(event.target.value)}
      // A masked value cannot be edited, only replaced, so it is selected.
      onFocus={(event) => isUntouched && reveal.full === undefined && event.target.select()}
      disabled={props.disabled === true}
      maxLength={props.field.max}
      autoComplete="off"
      {...(props.field.kind === 'phone' && { inputMode: 'tel' as const })}
      suffix={isUntouched ? <RevealButton {...reveal} label={label} /> : <span />}
    />
  );
};
