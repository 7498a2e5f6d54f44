import type { DriverGunView, DriverPrice } from '#domains/driver/resources.ts';
import { clockText, priceText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { useSay } from '../say.tsx';

type Price = NonNullable<DriverGunView['price']>;

interface PriceProps {
  readonly price: Price;
  readonly zone: string;
  readonly nowMs: number;
}

/** The price now, largest; its parts; and the prices until tomorrow one tap below, which opens without script. */
export const PriceCard = ({ price, zone, nowMs }: PriceProps) => {
  const { say, language } = useSay();
  const style = { language, currency: price.currency, digits: price.digits };
  const { now, stages, maxTotalE5 } = price;
  return (
    <section className="card" aria-labelledby="price-title">
      <h2 id="price-title" className="soft">
        {say('price')} · {say('now')}
      </h2>
      <p className="price">{say('perKwh', { price: priceText(now.totalE5, style) })}</p>
      <p className="soft">{partsOf(now, style, say)}</p>
      {now.hourE5 > 0 && <p>{say('perHour', { price: priceText(now.hourE5, style) })}</p>}
      {stages.length > 1 && (
        <details>
          <summary>{say('wholeDay')}</summary>
          <ul className="stages">
            {stages.map((stage) => (
              <li key={stage.from} className={Date.parse(stage.from) <= nowMs && nowMs < Date.parse(stage.to) ? 'on' : ''}>
                <span>{say('fromTo', { from: clockText(stage.from, zone), to: clockText(stage.to, zone) })}</span>
                <span>{say('perKwh', { price: priceText(stage.totalE5, style) })}</span>
                <span className="soft">{partsOf(stage, style, say)}</span>
              </li>
            ))}
          </ul>
          <p className="soft">{say('most', { price: say('perKwh', { price: priceText(maxTotalE5, style) }) })}</p>
        </details>
      )}
    </section>
  );
};

const partsOf = ({ energyE5, serviceE5, otherE5 }: DriverPrice, style: FigureStyle, say: ReturnType<typeof useSay>['say']): string =>
  say('energyAndService', { energy: priceText(energyE5, style), service: priceText(serviceE5, style) }) +
  (otherE5 > 0 ? ` + ${say('lineOther')} ${priceText(otherE5, style)}` : '');
