import { groupDigits } from '#kit/web/format.ts';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Calculation, HalfHourLine, StepLine } from '../../billing-detail.ts';
import { shortDecimal } from './decimal-text.rules.ts';
import { pageWords } from '../../order-page.labels.ts';
import { NO_STAGE, StageTag } from './stage-tag.web.tsx';

/** In which half hours of the day the energy was taken, and what they cost before the sum is rounded. */
export const BillHalfHours = ({ calculation: { halfHours, energy, steps } }: { readonly calculation: Calculation }) => {
  const say = useSay();
  const used = halfHours.filter((each) => Number(each.energy) !== 0 || Number(each.listAmount) !== 0);
  const exact = (name: StepLine['step']): string => steps.find(({ step }) => step === name)?.exact ?? '';
  const isOffered = used.some((each) => each.listAmount !== each.tariffAmount);
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
            {used.map((each) => (
              <tr key={each.startTime}>
                <th scope="row" className="co-num">
                  {each.startTime}–{each.endTime}
                  {each.rateStage !== NO_STAGE && <StageTag stage={each} />}
                </th>
                <td className="co-right">
                  <NumberCell value={shortDecimal(each.energy, 4)} unit="kWh" />
                </td>
                <td className="co-right co-num">{shortDecimal(each.listAmount, 2)}</td>
                {isOffered && <td className="co-right co-num">{shortDecimal(each.tariffAmount, 2)}</td>}
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

/** A bar for each half hour, in the colour of its stage; the table tells the same in numbers. */
const Bars = ({ halfHours }: { readonly halfHours: readonly HalfHourLine[] }) => {
  const say = useSay();
  const most = halfHours.reduce((top, each) => (Number(each.energy) > Number(top.energy) ? each : top));
  const told = ({ energy }: HalfHourLine): string => `${groupDigits(shortDecimal(energy, 0))} kWh`;
  const name = say(pageWords.halfHoursOf, { most: told(most), from: most.startTime, to: most.endTime });
  return (
    <figure className="ch-half-hours" aria-label={name}>
      <div className="ch-bars">
        {halfHours.map((each) => (
          <i
            key={each.startTime}
            className={`ch-bar-${each.rateStage}`}
            title={`${each.startTime}–${each.endTime} · ${each.rateStage_dictText} · ${told(each)}`}
            style={{ height: `${(Number(each.energy) / Math.max(Number(most.energy), Number.MIN_VALUE)) * WHOLE}%` }}
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
