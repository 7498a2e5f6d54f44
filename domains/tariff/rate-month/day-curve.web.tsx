import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { SLOT_COUNT, timeOfSlot } from '#engines/time/slots.ts';
import { useSay } from '#kit/web/language.ts';
import { rateType } from '../tariff.codes.ts';
import { ceilingOf, layersOf, linesOf, roundPrice } from './day-curve.rules.ts';
import type { Layer, PriceLine } from './day-curve.rules.ts';
import type { MonthEdit } from './month-draft.rules.ts';
import { monthWords } from './rate-month.labels.ts';

/** The height of the chart in its own units; the width is that of the day's bars. */
const HEIGHT = 100;

/** The stacked prices of a kWh over the day; fees by the hour are a dashed line. */
export const DayCurve = ({ month, currency }: { readonly month: MonthEdit; readonly currency: string }) => {
  const say = useSay();
  const lines = useMemo(() => linesOf(month), [month]);
  const layers = useMemo(() => layersOf(lines), [lines]);
  const [slot, setSlot] = useState<number>();
  const ceiling = ceilingOf(lines);
  const y = (price: number) => HEIGHT - (price / ceiling) * HEIGHT;
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setSlot(Math.min(SLOT_COUNT - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * SLOT_COUNT))));
  };
  return (
    <>
      <div className="rm-axis" aria-hidden="true">
        <span>{ceiling}</span>
        <span>{roundPrice(ceiling / 2)}</span>
        <span>0</span>
      </div>
      <figure className="rm-curve" onPointerMove={onPointerMove} onPointerLeave={() => setSlot(undefined)}>
        <figcaption className="co-sr">{say(monthWords.curve)}</figcaption>
        <svg viewBox={`0 0 ${SLOT_COUNT} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line className="rm-grid" x1={0} x2={SLOT_COUNT} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          {layers.map((layer) => (
            <path key={layer.rateType} className={`rm-area rm-fee-${layer.rateType}`} d={areaOf(layer, y)} />
          ))}
          {layers.map((layer) => (
            <path key={layer.rateType} className={`rm-line rm-fee-${layer.rateType}`} d={stepsOf(layer.tops, y)} />
          ))}
          {lines
            .filter(({ byHour }) => byHour)
            .map((line) => (
              <path key={line.rateType} className={`rm-line rm-hourly rm-fee-${line.rateType}`} d={stepsOf(line.prices, y)} />
            ))}
        </svg>
        {slot !== undefined && <PriceTooltip lines={lines} slot={slot} currency={currency} />}
      </figure>
    </>
  );
};

type Scale = (price: number) => number;

const stepsOf = (prices: readonly (number | null)[], y: Scale): string =>
  prices
    .map((price, slot) => {
      if (price === null) return '';
      const previousPrice = prices[slot - 1];
      return `${previousPrice === null || previousPrice === undefined ? 'M' : 'L'}${slot} ${y(price)} H${slot + 1}`;
    })
    .join('');

const areaOf = ({ tops, floors }: Layer, y: Scale): string => {
  const floor = floors
    .map((price, slot) => ({ price, slot }))
    .toReversed()
    .map(({ price, slot }) => `L${slot + 1} ${y(price)} H${slot}`)
    .join('');
  return `${stepsOf(tops, y)}${floor}Z`;
};

interface PriceTooltipProps {
  readonly lines: readonly PriceLine[];
  readonly slot: number;
  readonly currency: string;
}

/** What each fee costs in one half hour. */
const PriceTooltip = ({ lines, slot, currency }: PriceTooltipProps) => {
  const say = useSay();
  const energy = lines.filter(({ byHour }) => !byHour);
  const total = energy.reduce((sum, { prices }) => sum + (prices[slot] ?? 0), 0);
  const left = `${((slot + 0.5) / SLOT_COUNT) * 100}%`;
  const unit = (byHour: boolean) => say(byHour ? monthWords.perHour : monthWords.perKwh, { currency });
  return (
    <>
      <i className="rm-cursor" style={{ left }} />
      <div className={slot > SLOT_COUNT / 2 ? 'rm-tip rm-tip-left' : 'rm-tip'} style={{ left }}>
        <strong>
          {timeOfSlot(slot)}–{timeOfSlot(slot + 1)}
        </strong>
        {lines.map(({ rateType: type, byHour, prices }) => (
          <span key={type} className={`rm-tip-row rm-fee-${type}`}>
            <span>{say(itemOf(rateType, type)?.words ?? monthWords.total)}</span>
            <b>{priceText(prices[slot])}</b>
            <small>{unit(byHour)}</small>
          </span>
        ))}
        {energy.length > 1 && (
          <span className="rm-tip-row rm-tip-total">
            <span>{say(monthWords.total)}</span>
            <b>{priceText(total)}</b>
            <small>{unit(false)}</small>
          </span>
        )}
      </div>
    </>
  );
};

const priceText = (price: number | null | undefined): string => (price === null || price === undefined ? '—' : String(roundPrice(price)));
