import { RevealButton } from './reveal-button.tsx';
import { useReveal } from './use-reveal.ts';
import type { RevealedField, RevealOf } from './use-reveal.ts';
import './personal.css';

/** A masked value with a button that reveals it. */
export const PersonalText = ({ label, ...of }: RevealOf & { readonly label: string }) => (
  <PersonalLine shown={of.shown} reveal={useReveal(of)} label={label} />
);

interface PersonalLineProps {
  readonly shown: string;
  readonly reveal: RevealedField;
  readonly label: string;
}

export const PersonalLine = ({ shown, reveal, label }: PersonalLineProps) => (
  <span className="co-personal">
    <output className="co-num">{reveal.full ?? shown}</output>
    <RevealButton {...reveal} label={label} />
  </span>
);
