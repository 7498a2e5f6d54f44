import type { ShownNumber } from '../format.ts';

interface FigureProps {
  readonly name: string;
  readonly shown: ShownNumber;
  /** What it is compared with, or how it is meant. */
  readonly note?: string;
}

/** A number that is read from the other end of the room. */
export const Figure = ({ name, shown: { value, unit }, note }: FigureProps) => (
  <div className="figure">
    <span className="figure-name">{name}</span>
    <span className="figure-value">
      {value}
      {unit !== '' && <small>{unit}</small>}
    </span>
    <span className="figure-note">{note ?? ' '}</span>
  </div>
);
