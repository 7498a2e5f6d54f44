import { Button, Skeleton } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SiteLimits } from '#domains/power/web.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { formatSpan } from '#kit/web/format.ts';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { Figure } from '../monitoring/figure.web.tsx';
import { Kilowatts } from './kilowatts.web.tsx';
import { siteExcess } from './power-site.codes.ts';
import { powerSiteLabels } from './power-site.labels.ts';
import { powerSiteApi, powerSiteTopic, type LiveSite, type powerSite } from './power-site.ts';
import { SiteCurves } from './site-curves.web.tsx';
import { SiteGuns } from './site-guns.web.tsx';
import { siteWords } from './site-page.labels.ts';
import './power-site.css';

type Site = RowOf<typeof powerSite.fields> & { readonly stationId_dictText?: string; readonly powerControlId_dictText?: string };

/** The power of one site: what it has, what may be and is drawn, what each gun gets, and why not more. */
export const SitePage = ({ id }: { readonly id: string }) => {
  const say = useSay();
  const site = useCall(powerSiteApi.queryById, { id });
  const { live, error, isPending, refetch } = useLiveSite(id);
  const failed = site.error ?? error;
  if (failed && !(site.data && live))
    return (
      <LoadError because={failed.message} retry={() => Promise.all([site.refetch(), refetch()])}>
        <Button href="#/monitor/power-site">{say(siteWords.back)}</Button>
      </LoadError>
    );
  if (!site.data || isPending) return <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />;
  return (
    <div className="co-list">
      <Head site={site.data} live={live} />
      {!live && <Notice tone="busy" title={say(siteWords.none)} text={say(siteWords.noneHint)} />}
      <SiteCurves id={id} live={live} />
      {live && <SiteGuns guns={live.guns} />}
      <SiteLimits powerControlId={site.data.powerControlId} stationId={site.data.stationId} />
    </div>
  );
};

/** The site as it was loaded, or as it was pushed since. */
const useLiveSite = (id: string) => {
  const query = useCall(powerSiteApi.live, { id });
  const [pushed, setPushed] = useState<LiveSite>();
  useLive(powerSiteTopic, id, setPushed);
  const loaded = query.data ?? undefined;
  const live = pushed && pushed.atMs >= (loaded?.atMs ?? 0) ? pushed : loaded;
  return { ...query, isPending: query.isPending && !pushed, live };
};

const Head = ({ site, live }: { readonly site: Site; readonly live: LiveSite | undefined }) => {
  const say = useSay();
  const [, setParams] = useSearchParams();
  const { isOver, stationId, powerControlId, stationId_dictText: station = stationId, powerControlId_dictText: control = powerControlId } = site;
  const excess = live ? (live.overMs === null ? siteExcess.items.within : siteExcess.items.over) : itemOf(siteExcess, isOver);
  return (
    <header className="co-card cp-head">
      <Button type="text" icon={<ArrowLeftOutlined />} aria-label={say(siteWords.back)} title={say(siteWords.back)} onClick={() => setParams({})} />
      <div className="cp-title">
        <h1>
          <span className="co-clip" title={station}>
            {station}
          </span>
          <CodeTag item={excess} />
          {live && !live.isFailSafe && (
            <span className="co-code co-code-warn" title={say(siteWords.notFailSafeHint)}>
              {say(siteWords.notFailSafe)}
            </span>
          )}
        </h1>
        <p className="co-hint">
          {control}
          {live?.overMs != null && <b className="cp-over">{say(siteWords.overFor, { time: formatSpan(Math.round(live.overMs / 1_000)) })}</b>}
          {live && <LateHint atMs={live.atMs} />}
        </p>
      </div>
      {live && <Figures live={live} />}
    </header>
  );
};

const LATE_MS = 30_000;
const LOOK_EVERY_MS = 5_000;

/** Says when the site has not been computed for long. */
const LateHint = ({ atMs }: { readonly atMs: number }) => {
  const say = useSay();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (nowMs - atMs < LATE_MS) return null;
  return <b className="cp-over">{say(siteWords.late, { time: formatSpan(Math.round((nowMs - atMs) / 1_000)) })}</b>;
};

const Figures = ({ live }: { readonly live: LiveSite }) => {
  const say = useSay();
  const { limitHw, worstHw, drawnHw, atMs, guns } = live;
  const { fields } = powerSiteLabels;
  return (
    <dl className="cp-figures">
      <Figure label={say(fields.limitPower)}>{limitHw === null ? say(siteWords.noLimit) : <Kilowatts hw={limitHw} />}</Figure>
      <Figure label={say(fields.worstPower)}>
        <span title={say(siteWords.worstHint)}>
          <Kilowatts hw={worstHw} />
        </span>
      </Figure>
      <Figure label={say(fields.drawnPower)}>
        <Kilowatts hw={drawnHw} />
      </Figure>
      <Figure label={say(fields.chargingCount)}>
        <span className="co-num">
          {guns.filter((gun) => gun.wantedHw > 0).length} / {guns.length}
        </span>
      </Figure>
      <Figure label={say(fields.sweptAt)}>
        <InstantCell value={new Date(atMs).toISOString()} />
      </Figure>
    </dl>
  );
};
