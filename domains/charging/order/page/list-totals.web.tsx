import { Button } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { groupDigits } from '#kit/web/format.ts';
import { MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import { orderLabels } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';

/** The totals of the list's rows. If the list is too long to be counted, they are calculated only on request. */
export const Totals = ({ rows }: { readonly rows: Rows<OrderRow> }) => {
  const say = useSay();
  const { column: _column, order: _order, ...filter } = rows.listQuery;
  const filterKey = JSON.stringify(filter);
  const [requestedKey, setRequestedKey] = useState<string>();
  const ready = rows.query.data !== undefined && !rows.query.isPlaceholderData;
  const isBounded = !rows.totalCapped || filter['createTime_begin'] !== undefined || requestedKey === filterKey;
  const { data, error, refetch } = useCall(chargingOrderApi.dealConsume, filter, { enabled: ready && isBounded, keep: true });
  if (ready && !isBounded)
    return (
      <Button type="link" onClick={() => setRequestedKey(filterKey)}>
        {say(pageWords.computeTotals)}
      </Button>
    );
  if (error) return <LoadErrorLine because={error.message} retry={refetch} />;
  if (!data) return <div className="ch-totals" />;
  const amount = (name: 'orderAllAmount' | 'offerAllAmount' | 'billingAllAmount') =>
    data.byCurrency.length === 0 ? (
      <EmptyCell />
    ) : (
      data.byCurrency.map((sums) => <MoneyCell key={sums.currency} value={sums[name]} currency={sums.currency} />)
    );
  return (
    <dl className="ch-totals">
      <Total label={say(pageWords.orders)}>{groupDigits(data.orderCount)}</Total>
      <Total label={say(pageWords.totalElec)}>
        <NumberCell value={data.totalElec} unit="kWh" />
      </Total>
      <Total label={stages.map(([, label]) => say(label)).join(' / ')}>
        <NumberCell value={stages.map(([name]) => groupDigits(data[name])).join(' / ')} unit="kWh" />
      </Total>
      <Total label={say(orderLabels.fields.orderAmount)}>{amount('orderAllAmount')}</Total>
      <Total label={say(pageWords.offers)}>{amount('offerAllAmount')}</Total>
      <Total label={say(orderLabels.fields.billingAmount)}>{amount('billingAllAmount')}</Total>
    </dl>
  );
};

const stages = [
  ['totalElecTip', pageWords.tip],
  ['totalElecPeak', pageWords.peak],
  ['totalElecFlat', pageWords.flat],
  ['totalElecValley', pageWords.valley],
] as const;

const Total = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
