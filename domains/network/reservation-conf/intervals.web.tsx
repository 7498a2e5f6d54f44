import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { confWords } from './reservation-conf.labels.ts';
import './reservation-conf.css';

interface IntervalsProps {
  readonly details: readonly { readonly startMinute?: number | null; readonly reservationDuration: number; readonly occupyFeeUnit: string }[];
  readonly currency: string;
}

/** The intervals on one line each: from, until, and the price of a minute. */
export const Intervals = ({ details, currency }: IntervalsProps) => {
  const say = useSay();
  return (
    <ul className="rc-intervals">
      {details.map(({ startMinute, reservationDuration, occupyFeeUnit }) => (
        <li key={reservationDuration}>
          <span className="co-num">
            {startMinute ?? 0}–{reservationDuration} <span className="co-unit">min</span>
          </span>
          {Number(occupyFeeUnit) === 0 ? (
            <span>{say(confWords.free)}</span>
          ) : (
            <span>
              <MoneyCell value={occupyFeeUnit} currency={currency} />
              <span className="co-unit">/min</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
