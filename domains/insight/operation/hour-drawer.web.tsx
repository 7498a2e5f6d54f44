import { Drawer, Skeleton } from 'antd';
import { shareOf } from '#engines/insight/comparison.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { formatSpan, groupDigits } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { orderAddress } from './behind.rules.ts';
import { percent } from './figure.web.tsx';
import { chargedInHourBehind } from './hour-behind.rules.ts';
import { operationWords as words } from './operation.labels.ts';
import { operationApi } from './operation.ts';
import type { BusyDay, BusyPart, HourAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

export interface HeatCell {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
}

interface HourDrawerProps {
  readonly name: string;
  readonly cell: HeatCell;
  /** The last day of the heatmap. */
  readonly to: string;
  readonly query: BoardQuery;
  readonly onClose: () => void;
}

const WIDTH_PX = 560;

/** The days of which a cell is the mean; the busy time of each leads to its orders. */
export const HourDrawer = ({ name, cell, to, query, onClose }: HourDrawerProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const { days: _days, ...place } = query;
  const { data, error, refetch } = useCall(operationApi.hour, { to, ...cell, ...place });
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH_PX} title={`${say(words.heat)} · ${name}`} destroyOnHidden>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Days days={data.days} hour={cell.hour} name={name} query={query} />}
    </Drawer>
  );
};

interface DaysProps extends HourAnalysis {
  readonly hour: number;
  readonly name: string;
  readonly query: BoardQuery;
}

const HOUR_MS = 3_600_000;

const Days = ({ days, ...rest }: DaysProps) => {
  const say = useSay();
  const sum = (name: 'busyMs' | 'guns'): number => days.reduce((total, day) => total + day[name], 0);
  return (
    <div className="op-box op-hour">
      <p className="co-hint">{say(words.hourHelp)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say(words.day)}</th>
            <th scope="col">{say(words.busyTime)}</th>
            <th scope="col">{say(words.gunHours)}</th>
            <th scope="col">{say(words.busyShare)}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td className="co-num">{day.parts.length === 0 ? formatSpan(0) : <Parts day={day} {...rest} />}</td>
              <td className="co-num">{groupDigits(day.guns)}</td>
              <td className="co-num">{percent(shareOf(day.busyMs, day.guns * HOUR_MS))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say(words.together)}</th>
            <td className="co-num">{span(sum('busyMs'))}</td>
            <td className="co-num">{groupDigits(sum('guns'))}</td>
            <td className="co-num">{percent(shareOf(sum('busyMs'), sum('guns') * HOUR_MS))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

const SECOND_MS = 1_000;
const span = (ms: number): string => formatSpan(Math.round(ms / SECOND_MS));

/** One link; where stations have several clocks, one for each of them. */
const Parts = ({ day: { day, parts }, hour, name, query }: Omit<DaysProps, 'days'> & { readonly day: BusyDay }) =>
  parts.map((part) => (
    <div key={part.orders?.timezone ?? ''}>
      {part.orders ? (
        <OrdersLink to={orderAddress(chargedInHourBehind(part.orders, { day, hour }, query))} name={`${day} ${name}`}>
          {span(part.busyMs)}
        </OrdersLink>
      ) : (
        span(part.busyMs)
      )}
      <PartNote part={part} isOnly={parts.length === 1} />
    </div>
  ));

const PartNote = ({ part: { orders }, isOnly }: { readonly part: BusyPart; readonly isOnly: boolean }) => {
  const say = useSay();
  if (!orders) return <small className="co-hint">{say(words.severalClocks)}</small>;
  return isOnly ? null : <small className="co-hint">{orders.timezone}</small>;
};
