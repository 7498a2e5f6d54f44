import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadError } from '#kit/web/load-error.tsx';
import { groupDigits } from '#kit/web/format.ts';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { openBehind, orderAddress } from '../operation/behind.rules.ts';
import type { HomeQuery } from './home-board.web.tsx';
import { statType } from './home-data.codes.ts';
import { homeWords as words } from './home-data.labels.ts';
import { ALL_STATIONS, homeApi } from './home-data.ts';
import type { OperationalSums } from './home-data.ts';
import { addressOf, HomeWait } from './home-values.web.tsx';

interface OperationalProps {
  readonly query: HomeQuery;
}

const periodWords = { today: words.today, yesterday: words.yesterday, month: words.thisMonth, year: words.thisYear } as const;
/** A start page needs no updates by the second. */
const REFRESH_MS = 60_000;

/** Today, yesterday, this month and this year, and how many stations, piles and customers there are. */
export const HomeOperational = ({ query: { statType: _chosen, ...place } }: OperationalProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(homeApi.operational, place, { keep: true, everyMs: REFRESH_MS });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <HomeWait />;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(words.period)}</th>
            <th scope="col">{say(statType.items.charges.words)}</th>
            <th scope="col">{say(statType.items.energy.words)}</th>
            <th scope="col">{say(statType.items.amount.words)}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <Period key={row.period} row={row} to={addressOf(place, row)} />
          ))}
        </tbody>
      </table>
      <Other place={place} />
    </>
  );
};

const Period = ({ row, to }: { readonly row: OperationalSums; readonly to: string }) => {
  const say = useSay();
  const { sums } = row;
  const link = (name: string, value: ReactNode) => (
    <OrdersLink to={to} name={name}>
      {value}
    </OrdersLink>
  );
  const charges = sums.reduce((sum, each) => sum + each.charges, 0);
  const energy = sums.reduce((sum, each) => sum + Number(each.energy), 0);
  return (
    <tr>
      <th scope="row" title={row.from === row.to ? row.from : `${row.from} – ${row.to}`}>
        {say(periodWords[row.period])}
      </th>
      <td className="co-num">{link(say(statType.items.charges.words), groupDigits(charges))}</td>
      <td>{link(say(statType.items.energy.words), <NumberCell value={energy.toFixed(1)} unit="kWh" />)}</td>
      <td>
        {sums.length === 0
          ? '—'
          : sums.map(({ currency, billed }) => (
              <div key={currency}>{link(say(statType.items.amount.words), <MoneyCell value={billed} currency={currency} />)}</div>
            ))}
      </td>
    </tr>
  );
};

const Other = ({ place }: { readonly place: Omit<HomeQuery, 'statType'> }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(homeApi.other, place, { keep: true });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return null;
  const { stationId, cpType } = place;
  const filter = new URLSearchParams({
    ...(stationId !== ALL_STATIONS && { stationId }),
    ...(cpType !== undefined && { cpType: String(cpType) }),
  }).toString();
  const counts = [
    { name: words.stationCount, n: data.stations, to: `/network/station?${filter}` },
    { name: words.pileCount, n: data.piles, to: `/network/pile?${filter}` },
    { name: words.customerCount, n: data.customers, to: '/customer/customer' },
    { name: words.cardCount, n: data.cards, to: '/customer/card' },
  ].filter(({ n }) => n !== null);
  return (
    <dl className="hd-other" aria-label={say(words.other)}>
      {counts.map(({ name, n, to }) => (
        <div key={to}>
          <dt>{say(name)}</dt>
          <dd className="co-num">
            <Link to={to}>{groupDigits(String(n))}</Link>
          </dd>
        </div>
      ))}
      <div>
        <dt>{say(words.openOrders)}</dt>
        <dd className="co-num">
          <OrdersLink
            to={orderAddress(openBehind({ stationId: stationId === ALL_STATIONS ? null : stationId, cpType: cpType ?? null }))}
            name={say(words.openOrders)}
          >
            {groupDigits(data.openOrders)}
          </OrdersLink>
        </dd>
      </div>
    </dl>
  );
};
