import { useEffect, useMemo, useState } from 'react';
import { createFeed, LineChart } from '#kit/web/chart/charts.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { appendSample, curvePoints, dropLoadedSamples, electricSeries, gunTempSeries, hasGunTemps, powerSeries } from '../order/page/curves.web.ts';
import type { Curve } from '../order/order-detail.ts';
import { keyOfGun } from './live-guns.web.tsx';
import type { LiveGun } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { gunTopic } from '../live/topics.ts';

interface GunCurvesProps {
  readonly gun: LiveGun;
  /** The curve of the order so far. */
  readonly curve: Curve | undefined;
}

/** The curves of a gun's samples, drawn as they are pushed. */
export const GunCurves = ({ gun, curve }: GunCurvesProps) => {
  const say = useSay();
  const [feed] = useState(() => createFeed());
  const [hasSample, setHasSample] = useState(false);
  const [hasTemps, setHasTemps] = useState(false);
  const points = useMemo(() => curve && curvePoints(curve), [curve]);
  useEffect(() => dropLoadedSamples(feed, curve?.at.at(-1) ?? 0), [feed, curve]);
  useLive(gunTopic, keyOfGun(gun), (message) => {
    if (!('powerW' in message)) return;
    appendSample(feed, message);
    setHasSample(true);
    if (message.positiveTempC !== null || message.negativeTempC !== null) setHasTemps(true);
  });
  if ((curve?.total ?? 0) === 0 && !hasSample) return <p className="co-hint">{say(monitorWords.waitingForData)}</p>;
  const charts = { points, feed };
  return (
    <div className="ch-curves">
      <LineChart series={powerSeries} {...charts} label={monitorWords.power} />
      <LineChart series={electricSeries} {...charts} label={monitorWords.voltage} />
      {(hasTemps || hasGunTemps(curve)) && <LineChart series={gunTempSeries} {...charts} label={monitorWords.gunTemps} height={180} />}
    </div>
  );
};
