import { Empty } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { createFeed, LineChart } from '#kit/web/chart/charts.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { orderTopic } from '../../live/topics.ts';
import { appendSample, curvePoints, dropLoadedSamples, electricSeries, energySeries, gunTempSeries, hasGunTemps, powerSeries } from './curves.web.ts';
import { isLive, isSample } from './live-order.web.tsx';
import type { OrderRow } from './live-order.web.tsx';
import type { Curve } from '../order-detail.ts';
import { pageWords } from '../order-page.labels.ts';

interface CurvesProps {
  readonly row: OrderRow;
  readonly curve: Curve;
}

/** The curves of a charge; new samples are drawn as they arrive. */
export const CurvesTab = ({ row, curve }: CurvesProps) => {
  const say = useSay();
  const [feed] = useState(() => createFeed());
  const points = useMemo(() => curvePoints(curve), [curve]);
  useEffect(() => dropLoadedSamples(feed, curve.at.at(-1) ?? 0), [feed, curve]);
  useLive(orderTopic, isLive(row) ? row.chargingOrderNo : undefined, (message) => {
    if (isSample(message)) appendSample(feed, message);
  });
  if (curve.total === 0 && !isLive(row)) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pageWords.noSamples)} />;
  const charts = { points, feed };
  return (
    <div className="ch-curves">
      <LineChart series={powerSeries} {...charts} label={pageWords.power} />
      <LineChart series={electricSeries} {...charts} label={pageWords.voltage} />
      <LineChart series={energySeries} {...charts} label={pageWords.energy} height={180} />
      {hasGunTemps(curve) && <LineChart series={gunTempSeries} {...charts} label={pageWords.gunTemps} height={180} />}
      <p className="co-hint">{say(pageWords.samples, { n: curve.total })}</p>
    </div>
  );
};
