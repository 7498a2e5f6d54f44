import { Collapse, Empty, Skeleton } from 'antd';
import { loadBodyView } from '#domains/device/web.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import type { RawEndRecord } from '../order-detail.ts';
import { pageWords } from '../order-page.labels.ts';

const BodyView = lazyComponent(loadBodyView, <Skeleton active />);
/** The message of the native protocol that ends an order. */
const END_RECORD_TYPE = '0015';

/** The end records that piles sent for the order, accepted or not, down to their bytes. */
export const EndRecordsTab = ({ row }: { readonly row: OrderRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(chargingOrderApi.endRecords, { id: row.chargingOrderId });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pageWords.noEndRecords)} />;
  return (
    <>
      <p className="co-hint">{say(pageWords.endRecordsHint)}</p>
      <Collapse
        size="small"
        defaultActiveKey={[0]}
        items={data.map((record, index) => ({
          key: index,
          label: <Head record={record} zone={row.stationTimezone} />,
          children: <BodyView type={END_RECORD_TYPE} raw={record.raw} />,
        }))}
      />
    </>
  );
};

const Head = ({ record: { cpCode, gunNumber, toldAt, refusal }, zone }: { readonly record: RawEndRecord; readonly zone: string }) => {
  const say = useSay();
  return (
    <span className="ch-record">
      <time className="co-num" dateTime={toldAt}>
        {formatInstant(toldAt, zone)}
      </time>
      <span>{gunNumber === 0 ? cpCode : say(pageWords.recordFrom, { cpCode, gunNumber })}</span>
      <span className={`co-code co-code-${refusal === null ? 'good' : 'warn'}`}>
        {refusal === null ? say(pageWords.recordTaken) : say(pageWords.recordRefused, { because: refusal })}
      </span>
    </span>
  );
};
