import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { Help, percent } from '../operation/figure.web.tsx';
import type { HomeQuery } from './home-board.web.tsx';
import { homeWords as words } from './home-data.labels.ts';
import type { HomeSums } from './home-data.ts';
import { addressOf } from './home-values.web.tsx';

const stages = ['tip', 'peak', 'flat', 'valley'] as const;

interface StagesProps {
  readonly sums: HomeSums;
  readonly query: HomeQuery;
}

/** The energy of a month or year by stage of the tariff, as parts of a bar and as figures. */
export const HomeStages = ({ sums, query }: StagesProps) => {
  const say = useSay();
  const total = stages.reduce((sum, stage) => sum + Number(sums.stages[stage]), 0);
  if (total === 0) return null;
  return (
    <section className="hd-stages" aria-label={say(words.stages)}>
      <h3>
        <Help help={say(words.stagesHelp)}>{say(words.stages)}</Help>
      </h3>
      <div aria-hidden>
        {stages.map((stage) => (
          <i key={stage} data-stage={stage} style={{ flexGrow: Number(sums.stages[stage]) / total }} />
        ))}
      </div>
      <dl>
        {stages.map((stage) => (
          <div key={stage}>
            <dt>
              <i aria-hidden data-stage={stage} /> {say(words.stage[stage])}
            </dt>
            <dd>
              <OrdersLink to={addressOf(query, sums)} name={say(words.stages)}>
                <NumberCell value={Number(sums.stages[stage]).toFixed(1)} unit="kWh" />
              </OrdersLink>{' '}
              <small>{percent(Number(sums.stages[stage]) / total)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
