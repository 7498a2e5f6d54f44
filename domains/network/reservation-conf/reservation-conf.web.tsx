import { lazy } from 'react';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/typed.ts';
import { confWords, reservationConfLabels } from './reservation-conf.labels.ts';
import { reservationConf, reservationConfApi } from './reservation-conf.ts';
import './reservation-conf.css';

type Conf = RowOf<typeof reservationConf.fields>;

/** Comes with the form. */
const IntervalsInput = lazy(() => import('./intervals-input.web.tsx').then((input) => ({ default: input.IntervalsInput })));

/** Terms of reservations: what a reserved gun costs by the minute. */
export const ReservationConfList = () => (
  <ListPage
    of={reservationConf}
    api={reservationConfApi}
    labels={reservationConfLabels}
    columns={columns}
    filters={filters}
    form={form}
    inputs={inputs}
    initial={initial}
    draw={draw}
    rowActions={actions}
  />
);

const columns = ['crcName', 'crcState', 'details', 'maxMinutes', 'pileCount', 'tenantId', 'createTime'] as const;
const filters = ['crcName', 'crcState', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'crcName', 'details'] as const;
const actions = ['edit', 'changeState', 'delete'] as const;
const inputs = { details: IntervalsInput };
const initial = { details: [{ startMinute: 0, reservationDuration: 30, occupyFeeUnit: '0.00' }] };

const draw = {
  details: (details: Conf['details'], { currency }: Conf) => <Intervals details={details} currency={currency} />,
  pileCount: (piles: number, { crcId }: Conf) => (piles === 0 ? 0 : <a href={`#/network/pile?crcId=${crcId}`}>{piles}</a>),
};

/** The intervals on one line each: from, until, and the price of a minute. */
const Intervals = ({ details, currency }: Pick<Conf, 'details' | 'currency'>) => {
  const say = useSay();
  return (
    <ul className="rc-intervals">
      {details.map(({ startMinute, reservationDuration, occupyFeeUnit }) => (
        <li key={startMinute}>
          <span className="co-num">
            {startMinute}–{reservationDuration} <span className="co-unit">min</span>
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
