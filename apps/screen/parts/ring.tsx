import { percentText } from '../format.ts';
import { useSpeech } from '../say.tsx';

export interface Slice {
  readonly name: string;
  readonly value: number;
  /** A class of screen.css that gives its colour. */
  readonly tone: string;
  readonly text: string;
}

interface RingProps {
  readonly slices: readonly Slice[];
  readonly title: string;
  readonly middle: string;
  readonly under: string;
}

const RADIUS = 40;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring of shares with their names beside it, so that no colour has to be known. */
export const Ring = ({ slices, title, middle, under }: RingProps) => {
  const { tag } = useSpeech();
  const sum = slices.reduce((all, { value }) => all + value, 0);
  const lengthOf = (value: number): number => (sum === 0 ? 0 : (value / sum) * AROUND);
  const before = slices.map((_slice, index) => slices.slice(0, index).reduce((all, { value }) => all + lengthOf(value), 0));
  return (
    <div className="ring">
      <svg viewBox="0 0 100 100">
        <title>{title}</title>
        <circle className="ring-ground" cx={50} cy={50} r={RADIUS} />
        {slices.map(({ name, value, tone }, index) => (
          <circle
            key={name}
            className={`ring-slice ${tone}`}
            cx={50}
            cy={50}
            r={RADIUS}
            strokeDasharray={`${lengthOf(value)} ${AROUND}`}
            strokeDashoffset={-(before[index] ?? 0)}
          />
        ))}
        <text className="ring-middle" x={50} y={51} textAnchor="middle">
          {middle}
        </text>
        <text className="ring-under" x={50} y={63} textAnchor="middle">
          {under}
        </text>
      </svg>
      <ul>
        {slices.map(({ name, value, tone, text }) => (
          <li key={name}>
            <i className={`dot ${tone}`} />
            <span>{name}</span>
            <b>{text}</b>
            <em>{sum === 0 ? '–' : percentText(value / sum, tag)}</em>
          </li>
        ))}
      </ul>
    </div>
  );
};
