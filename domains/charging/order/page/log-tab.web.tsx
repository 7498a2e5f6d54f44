import { Empty, Skeleton } from 'antd';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import type { LogEntry } from '../order-detail.ts';
import { pageWords } from '../order-page.labels.ts';

/** The log of an order. The texts of its lines name times in the station's time zone, and so do the times of the lines themselves. */
export const LogTab = ({ row }: { readonly row: OrderRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(chargingOrderApi.orderLog, { id: row.chargingOrderId });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pageWords.noLog)} />;
  return (
    <>
      <p className="co-hint">{say(pageWords.logZone, { zone: row.stationTimezone })}</p>
      <ol className="ch-log">
        {data.map((entry, index) => (
          <Entry key={index} entry={entry} zone={row.stationTimezone} />
        ))}
      </ol>
    </>
  );
};

const Entry = ({ entry, zone }: { readonly entry: LogEntry; readonly zone: string }) => {
  const say = useSay();
  return (
    <li className={`ch-entry ch-entry-${entry.tone}`}>
      <time className="co-num" dateTime={entry.at}>
        {formatInstant(entry.at, zone)}
      </time>
      <div>
        <strong>{entry.title}</strong>
        {entry.by !== null && <span className="ch-by">{entry.by}</span>}
        {entry.secondBy !== null && <span className="ch-by">{say(pageWords.with, { name: entry.secondBy })}</span>}
        {entry.detail !== '' && <p>{entry.detail}</p>}
        {entry.reason !== null && (
          <p>
            {say(pageWords.reason)}: {entry.reason}
          </p>
        )}
      </div>
    </li>
  );
};
