import type { ReactNode } from 'react';
import { changeOf } from '#engines/insight/comparison.ts';
import type { Words } from '#kit/fields/words.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { Help } from '../operation/figure.web.tsx';
import { OrdersLink, signedPercent } from './data-page.web.tsx';
import { dataWords } from './data.labels.ts';
import type { dataSums, DataFigures } from './data-sums.ts';
import { ordersOfTotal } from './orders-of-total.rules.ts';
import './data.css';

interface SumsProps<R> {
  readonly rows: Rows<R>;
  readonly endpoint: ReturnType<typeof dataSums>;
  readonly labels: Readonly<Record<keyof DataFigures, Words>>;
  readonly definition: Words;
}

/** The sums of the list's rows, and what they were in as many periods before. */
export const DataSums = <R,>({ rows, endpoint, labels, definition }: SumsProps<R>) => {
  const say = useSay();
  const { column: _column, order: _order, ...filter } = rows.listQuery;
  const { data, error, refetch } = useCall(endpoint, filter, { keep: true });
  if (error) return <LoadErrorLine because={error.message} retry={refetch} />;
  if (!data) return <div className="in-sums" />;
  return (
    <>
      {data.map((sums) => (
        <dl key={sums.currency} className="in-sums">
          {figures.map((name) => {
            const { before, ...now } = sums;
            const change = before && changeOf({ now: Number(now[name]), before: Number(before[name]), ordersBefore: before.chargingCount });
            return (
              <div key={name}>
                <dt>
                  <Help help={say(definition)} className="in-help">
                    {say(labels[name])}
                  </Help>
                </dt>
                <dd>
                  <TotalLink filter={filter} name={say(labels[name])}>
                    <Figure name={name} figures={now} currency={sums.currency} />
                  </TotalLink>
                </dd>
                {before && (
                  <small>
                    <TotalLink
                      filter={{ ...filter, statDay_begin: before.from, statDay_end: before.to }}
                      name={say(dataWords.periodBefore, { from: before.from, to: before.to })}
                    >
                      {change === null ? (
                        <Figure name={name} figures={before} currency={sums.currency} />
                      ) : (
                        say(dataWords.more, { change: signedPercent(change) })
                      )}
                    </TotalLink>
                  </small>
                )}
              </div>
            );
          })}
        </dl>
      ))}
    </>
  );
};

interface TotalLinkProps {
  readonly filter: Readonly<Record<string, string>>;
  readonly name: string;
  readonly children: ReactNode;
}

/** Leads to the orders of a total. Where the list of orders cannot show exactly those, the rows below are what it was added up from. */
const TotalLink = ({ filter, name, children }: TotalLinkProps) => {
  const to = ordersOfTotal(filter);
  if (to === undefined) return <>{children}</>;
  return (
    <OrdersLink to={to} name={name}>
      {children}
    </OrdersLink>
  );
};

const figures = ['chargingCount', 'chargingCapacity', 'chargingAmount'] as const;
type FigureName = (typeof figures)[number];

const Figure = ({ name, figures: values, currency }: { readonly name: FigureName; readonly figures: DataFigures; readonly currency: string }) =>
  name === 'chargingAmount' ? (
    <MoneyCell value={values.chargingAmount} currency={currency} />
  ) : (
    <NumberCell value={values[name]} unit={name === 'chargingCapacity' ? 'kWh' : undefined} />
  );
