import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { Intervals } from './intervals.web.tsx';
import { reservationConfLabels } from './reservation-conf.labels.ts';
import { reservationConf, reservationConfApi } from './reservation-conf.ts';

type Conf = RowOf<typeof reservationConf.fields>;

/** Loaded with the form. */
const IntervalsInput = lazyComponent(() => import('./intervals-input.web.tsx').then((input) => input.IntervalsInput));

/** Reservation terms: the price of a reserved gun by the minute. */
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
    render={draw}
    rowActions={actions}
  />
);

const columns = [
  ...(['crcName', 'crcState'] as const),
  {
    key: 'details',
    title: reservationConfLabels.fields.details,
    width: 210,
    render: ({ details, currency }: Conf) => <Intervals details={details} currency={currency} />,
  },
  ...(['maxMinutes', 'pileCount', 'tenantId', 'createTime'] as const),
];
const filters = ['crcName', 'crcState', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'crcName', 'details'] as const;
const actions = ['edit', 'changeState', 'delete'] as const;
const inputs = { details: IntervalsInput };
const initial = { details: [{ startMinute: 0, reservationDuration: 30, occupyFeeUnit: '0.00' }] };

const draw = {
  details: (details: Conf['details'], { currency }: Conf) => <Intervals details={details} currency={currency} />,
  pileCount: (piles: number, { crcId }: Conf) => (piles === 0 ? 0 : <a href={`#/network/pile?crcId=${crcId}`}>{piles}</a>),
};
