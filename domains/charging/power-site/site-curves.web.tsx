import { Button, DatePicker, Empty, Select, Skeleton } from 'antd';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import dayjs from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import { createFeed, LineChart, type ChartPoint, type Feed, type LineSeries } from '#kit/web/chart/charts.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { powerSiteApi, type LiveSite, type SiteDay } from './power-site.ts';
import { siteWords } from './site-page.labels.ts';

const siteSeries: readonly LineSeries[] = [
  { key: 'limit', name: siteWords.limit, unit: 'kW', step: true },
  { key: 'worst', name: siteWords.worst, unit: 'kW', step: true },
  { key: 'drawn', name: siteWords.drawn, unit: 'kW', step: true, area: true },
];
/** As many lines as a chart has colours, or as a phone has room for their names. */
const gunsShown = { wide: 6, phone: 4 } as const;

interface SiteCurvesProps {
  readonly id: string;
  readonly live: LiveSite | undefined;
}

/** The power of the site and of its guns over a day. Today grows as messages arrive. */
export const SiteCurves = ({ id, live }: SiteCurvesProps) => {
  const say = useSay();
  const [day, setDay] = useState<string>();
  const { data, error, isPending, refetch } = useCall(powerSiteApi.day, { id, day: day ?? null }, { keep: true });
  const title = say(siteWords.curves);
  return (
    <section className="co-card cp-panel" aria-label={title}>
      <header className="cp-panel-head">
        <h2>{title}</h2>
        <DayChooser day={day ?? data?.day} isToday={day === undefined} onChange={setDay} />
      </header>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && <Charts key={data.day} day={data} live={day === undefined ? live : undefined} />}
    </section>
  );
};

interface DayChooserProps {
  readonly day: string | undefined;
  readonly isToday: boolean;
  /** Undefined: today. */
  readonly onChange: (day: string | undefined) => void;
}

const DAY = 'YYYY-MM-DD';

const DayChooser = ({ day, isToday, onChange }: DayChooserProps) => {
  const say = useSay();
  const shift = (days: number) => onChange(dayjs(day).add(days, 'day').format(DAY));
  return (
    <div className="cp-days">
      <Button icon={<LeftOutlined />} aria-label={say(siteWords.dayBefore)} title={say(siteWords.dayBefore)} onClick={() => shift(-1)} />
      <DatePicker
        aria-label={say(siteWords.curves)}
        value={day === undefined ? null : dayjs(day)}
        allowClear={false}
        onChange={(value) => onChange(value?.format(DAY))}
      />
      <Button
        icon={<RightOutlined />}
        aria-label={say(siteWords.dayAfter)}
        title={say(siteWords.dayAfter)}
        disabled={isToday}
        onClick={() => shift(1)}
      />
      <Button disabled={isToday} onClick={() => onChange(undefined)}>
        {say(siteWords.today)}
      </Button>
    </div>
  );
};

const kilowatts = (hw: number | null): number | null => (hw === null ? null : hw / 10);
const lineOf = (at: readonly number[], values: readonly (number | null)[]): readonly ChartPoint[] =>
  at.map((atMs, place): ChartPoint => [atMs, kilowatts(values[place] ?? null)]);
const nameOf = ({ cpCode, gunNumber }: { readonly cpCode: string; readonly gunNumber: number }): string => `${cpCode} #${gunNumber}`;

const Charts = ({ day, live }: { readonly day: SiteDay; readonly live: LiveSite | undefined }) => {
  const say = useSay();
  const feed = useSiteFeed(day, live);
  const [chosen, setChosen] = useState<readonly string[]>();
  // As a text, so that a message that brings no new gun changes nothing.
  const nameList = namesOf(day, live).join();
  const names = useMemo(() => (nameList === '' ? [] : nameList.split(',')), [nameList]);
  const most = useIsPhone() ? gunsShown.phone : gunsShown.wide;
  const shown = useMemo(() => (chosen ?? names).slice(0, most), [chosen, names, most]);
  const gunSeries = useMemo(() => shown.map((name): LineSeries => ({ key: name, name, unit: 'kW', step: true })), [shown]);
  const points = useMemo(
    () => ({
      limit: lineOf(day.at, day.limitHw),
      worst: lineOf(day.at, day.worstHw),
      drawn: lineOf(day.at, day.drawnHw),
      ...Object.fromEntries(day.guns.map((gun) => [nameOf(gun), lineOf(day.at, gun.limitHw)])),
    }),
    [day],
  );
  if (day.at.length === 0 && !live) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(siteWords.noCurve)} />;
  return (
    <>
      <h3 className="cp-chart-title">{say(siteWords.siteChart)}</h3>
      <LineChart series={siteSeries} points={points} feed={feed} zone={day.zone} label={siteWords.siteChart} />
      {names.length > 0 && (
        <>
          <div className="cp-panel-head">
            <h3 className="cp-chart-title">{say(siteWords.gunChart)}</h3>
            {names.length > most && (
              <Select
                mode="multiple"
                className="cp-choose"
                aria-label={say(siteWords.shownGuns)}
                maxCount={most}
                maxTagCount="responsive"
                value={[...shown]}
                options={names.map((name) => ({ value: name, label: name }))}
                onChange={setChosen}
              />
            )}
          </div>
          <LineChart series={gunSeries} points={points} feed={feed} zone={day.zone} label={siteWords.gunChart} />
        </>
      )}
    </>
  );
};

/** Guns that charged on the day or charge now; those that were allowed most come first. */
const namesOf = (day: SiteDay, live: LiveSite | undefined): readonly string[] => {
  const most = new Map(day.guns.map((gun) => [nameOf(gun), Math.max(0, ...gun.limitHw.map((limit) => limit ?? 0))]));
  for (const gun of live?.guns ?? []) if (gun.wantedHw > 0 && !most.has(nameOf(gun))) most.set(nameOf(gun), 0);
  return [...most].toSorted(([one, oneHw], [other, otherHw]) => otherHw - oneHw || one.localeCompare(other)).map(([name]) => name);
};

/** A message a second for a whole day is more than a chart needs. */
const POINT_EVERY_MS = 5_000;

/** The messages since the day was loaded as points of its lines. */
const useSiteFeed = (day: SiteDay, live: LiveSite | undefined): Feed => {
  const [feed] = useState(() => createFeed());
  useEffect(() => {
    if (!live) return;
    const lastMs = Math.max(day.at.at(-1) ?? 0, feed.of('worst').at(-1)?.[0] ?? 0);
    const isNews = feed.of('worst').at(-1)?.[1] !== kilowatts(live.worstHw) || feed.of('limit').at(-1)?.[1] !== kilowatts(live.limitHw);
    if (live.atMs <= lastMs || (!isNews && live.atMs - lastMs < POINT_EVERY_MS)) return;
    feed.append('limit', [live.atMs, kilowatts(live.limitHw)]);
    feed.append('worst', [live.atMs, kilowatts(live.worstHw)]);
    feed.append('drawn', [live.atMs, kilowatts(live.drawnHw)]);
    for (const gun of live.guns) if (gun.wantedHw > 0) feed.append(nameOf(gun), [live.atMs, kilowatts(gun.limitHw)]);
  }, [feed, day, live]);
  return feed;
};
