import type { ReactNode } from 'react';
import { formatScaled } from '#kit/fields/scaled.ts';
import { FieldList } from '#kit/web/list/detail-drawer.tsx';
import { InstantCell, MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { Elapsed, SocSpan } from './charging-progress.web.tsx';
import { useLiveRow, useSample } from './live-order.web.tsx';
import type { OrderRow } from './live-order.web.tsx';
import { strategyUnits } from '../order.codes.ts';
import type { OrderDetail } from '../order-detail.ts';
import { orderLabels } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';
import { chargingOrder } from '../order.ts';

interface OverviewProps {
  readonly row: OrderRow;
  readonly detail: OrderDetail;
}

const course = [
  ...(['startSource', 'startResult', 'startTime', 'stopTime', 'stopReason', 'unplugTime', 'orderCategory', 'startMeter', 'stopMeter'] as const),
  ...(['chargingStrategyType', 'chargingStrategyVal'] as const),
];
const payer = ['mainPartType', 'custId', 'userName', 'userMobile', 'icCardNo', 'carNum', 'carVin', 'vipLevelName'] as const;
const place = ['tenantId', 'agentId', 'stationId', 'cpCode', 'gunNumber', 'rateRuleId', 'createTime'] as const;
const split = ['chargingElecTip', 'chargingElecPeak', 'chargingElecFlat', 'chargingElecValley'] as const;
const amounts = [
  ...(['elecAmount', 'srvAmount', 'other1Amount', 'other2Amount', 'orderAmount', 'tariffOffer', 'vipOffer', 'cardCreditAmount'] as const),
  ...([
    'couponCreditAmount',
    'overrunAmount',
    'pointCreditAmount',
    'billingAmount',
    'shortfallAmount',
    'settleMethod',
    'billingTime',
    'invoicingStatus',
  ] as const),
];

/** The figures about an order that are needed first, and all of its fields below. */
export const OverviewTab = ({ row, detail }: OverviewProps) => {
  const say = useSay();
  const ended = row.stopTime !== null;
  const sections = [
    { title: pageWords.sectionCourse, fields: ended ? [...course, ...split] : course },
    { title: pageWords.sectionPayer, fields: payer },
    ...(row.billingTime === null ? [] : [{ title: pageWords.sectionMoney, fields: amounts }]),
    { title: pageWords.sectionOrder, fields: row.reservationId === null ? place : [...place, 'reservationId' as const] },
  ];
  return (
    <>
      <Figures row={row} detail={detail} />
      {sections.map(({ title, fields }) => (
        <section key={title[2]} className="ch-section">
          <h3>{say(title)}</h3>
          <FieldList of={chargingOrder} labels={orderLabels} row={row} fields={fields} render={drawOf(row, detail)} />
        </section>
      ))}
    </>
  );
};

const drawOf = (row: OrderRow, detail: OrderDetail) => ({
  chargingStrategyVal: () => <StrategyValue row={row} untilTime={detail.untilTime} />,
  reservationId: () => <a href={`#/order/reservation-order?view=${row.reservationId}`}>{row.reservationId}</a>,
  cpCode: () => <a href={`#/network/pile?view=${encodeURIComponent(row.cpCode)}`}>{row.cpCode}</a>,
});

const StrategyValue = ({ row, untilTime }: { readonly row: OrderRow; readonly untilTime: string | null }) => {
  if (untilTime !== null) return <InstantCell value={untilTime} zone={row.stationTimezone} />;
  const unit = strategyUnits[row.chargingStrategyType];
  if (unit === undefined) return <EmptyCell />;
  return unit === '' ? (
    <MoneyCell value={row.chargingStrategyVal} currency={row.currency} />
  ) : (
    <NumberCell value={row.chargingStrategyVal.replace(/\.00$/, '')} unit={unit} />
  );
};

const Figures = ({ row, detail }: OverviewProps) => {
  const say = useSay();
  const now = useLiveRow(row);
  const sample = useSample(row.chargingOrderNo);
  const running = row.stopTime === null;
  const costSoFar = running && sample?.amountCents != null ? formatScaled(BigInt(Math.round(sample.amountCents)), 2) : undefined;
  const amount = row.billingTime === null ? costSoFar : row.billingAmount;
  const power = running && sample?.powerW != null ? (sample.powerW / 1_000).toFixed(1) : undefined;
  return (
    <dl className="ch-figures">
      <Figure label={say(orderLabels.fields.chargingElec)}>
        <NumberCell value={now.chargingElec} unit="kWh" />
      </Figure>
      <Figure label={say(pageWords.duration)}>
        <Elapsed from={row.startTime} until={row.stopTime} />
      </Figure>
      <Figure label="SOC">
        <SocSpan from={now.startSoc} until={now.stopSoc} />
      </Figure>
      {power !== undefined && (
        <Figure label={say(pageWords.power)}>
          <NumberCell value={power} unit="kW" />
        </Figure>
      )}
      <Figure label={say(row.billingTime === null ? pageWords.soFar : orderLabels.fields.billingAmount)}>
        {amount === undefined ? <EmptyCell /> : <MoneyCell value={amount} currency={row.currency} />}
      </Figure>
      {detail.heldAmount !== null && (
        <Figure label={say(pageWords.held)}>
          <MoneyCell value={detail.heldAmount} currency={row.currency} />
        </Figure>
      )}
      {detail.live && running && (
        <Figure label={say(detail.live.isStale ? pageWords.stale : pageWords.lastHeard)} warn={detail.live.isStale}>
          <InstantCell value={sample ? new Date(sample.atMs).toISOString() : detail.live.heardAt} zone={row.stationTimezone} />
        </Figure>
      )}
    </dl>
  );
};

const Figure = ({ label, warn = false, children }: { readonly label: string; readonly warn?: boolean; readonly children: ReactNode }) => (
  <div className={warn ? 'ch-figure-warn' : ''}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
