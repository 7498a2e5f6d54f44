import { groupDigits } from '#kit/web/format.ts';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Calculation, HalfHourLine, StepLine } from '../../billing-detail.ts';
import { shortDecimal } from './decimal-text.rules.ts';
import { pageWords } from '../../order-page.labels.ts';
import { NO_STAGE, StageTag } from './stage-tag.web.tsx';

/** The half hours of the day in which energy was taken, and what they cost before the sum is rounded. */
export const BillHalfHours = ({ calculation: { halfHours, energy, steps } }: { readonly calculation: Calculation }) => {
  const say = useSay();
  const used = halfHours.filter((halfHour) => Number(halfHour.energy) !== 0 || Number(halfHour.listAmount) !== 0);
  const exact = (name: StepLine['step']): string => steps.find(({ step }) => step === name)?.exact ?? '';
  const isOffered = used.some((halfHour) => halfHour.listAmount !== halfHour.tariffAmount);
  if (used.length === 0) return null;
  return (
    <>
      <h3 className="ch-heading">{say(pageWords.halfHours)}</h3>
      <Bars halfHours={halfHours} />
      <div className="ch-scroll">
        <table className="ch-table">
          <thead>
            <tr>
              <th>{say(pageWords.period)}</th>
              <th className="co-right">{say(pageWords.energy)}</th>
              <th className="co-right">{say(pageWords.listAmount)}</th>
              {isOffered && <th className="co-right">{say(pageWords.afterDiscount)}</th>}
            </tr>
          </thead>
          <tbody>
            {used.map((halfHour) => (
              <tr key={halfHour.startTime}>
                <th scope="row" className="co-num">
                  {halfHour.startTime}–{halfHour.endTime}
                  {halfHour.rateStage !== NO_STAGE && <StageTag stage={halfHour} />}
                </th>
                <td className="co-right">
                  <NumberCell value={shortDecimal(halfHour.energy, 4)} unit="kWh" />
                </td>
                <td className="co-right co-num">{shortDecimal(halfHour.listAmount, 2)}</td>
                {isOffered && <td className="co-right co-num">{shortDecimal(halfHour.tariffAmount, 2)}</td>}
              </tr>
            ))}
            <tr className="ch-sum">
              <th scope="row">{say(pageWords.computed)}</th>
              <td className="co-right">
                <NumberCell value={shortDecimal(energy, 4)} unit="kWh" />
              </td>
              <td className="co-right co-num">{shortDecimal(exact('orderAmount'), 2)}</td>
              {isOffered && <td className="co-right co-num">{shortDecimal(exact('tariffOffer'), 2)}</td>}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
};

const WHOLE = 100;
const MARKS = ['00:00', '06:00', '12:00', '18:00', '24:00'];

/** A bar for each half hour, in the colour of its stage; the table shows the same in numbers. */
const Bars = ({ halfHours }: { readonly halfHours: readonly HalfHourLine[] }) => {
  const say = useSay();
  const highest = halfHours.reduce((top, halfHour) => (Number(halfHour.energy) > Number(top.energy) ? halfHour : top));
  const energyText = ({ energy }: HalfHourLine): string => `${groupDigits(shortDecimal(energy, 0))} kWh`;
  const name = say(pageWords.halfHoursOf, { most: energyText(highest), from: highest.startTime, to: highest.endTime });
  return (
    <figure className="ch-half-hours" aria-label={name}>
      <div className="ch-bars">
        {halfHours.map((halfHour) => (
          <i
            key={halfHour.startTime}
            className={`ch-bar-${halfHour.rateStage}`}
            title={`${halfHour.startTime}–${halfHour.endTime} · ${halfHour.rateStage_dictText} · ${energyText(halfHour)}`}
            style={{ height: `${(Number(halfHour.energy) / Math.max(Number(highest.energy), Number.MIN_VALUE)) * WHOLE}%` }}
          />
        ))}
      </div>
      <figcaption aria-hidden>
        {MARKS.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </figcaption>
    </figure>
  );
};
