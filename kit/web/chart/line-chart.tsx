import { LineChart as Lines } from 'echarts/charts';
import { DataZoomInsideComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { formatInstant, groupDigits, viewerZone } from '../format.ts';
import { useSay } from '../language.ts';
import { fontFamily, palettes } from '../theme.ts';
import { useLook } from '../theme-store.ts';
import type { Look } from '../theme-store.ts';
import type { Feed, Point } from './feed.ts';

register([Lines, GridComponent, TooltipComponent, LegendComponent, DataZoomInsideComponent, MarkLineComponent, CanvasRenderer]);

export interface LineSeries {
  /** Names the series in a feed. */
  readonly key: string;
  readonly name: Words | string;
  readonly unit?: string;
  /** Series of one axis share a scale; 1 stands right. */
  readonly axis?: 0 | 1;
  /** Fills the ground below the line. */
  readonly area?: boolean;
  /** Draws steps: a power limit, a price. */
  readonly step?: boolean;
  readonly colour?: string;
}

export interface LineChartProps {
  /** What the lines are; declare it once, outside the component. */
  readonly series: readonly LineSeries[];
  /** What is known already, by the key of the series. */
  readonly points?: Readonly<Record<string, readonly Point[]>> | undefined;
  /** Points that arrive while the chart is shown, after those of `points`. */
  readonly feed?: Feed | undefined;
  /** Shows only the last stretch of time. */
  readonly windowMs?: number | undefined;
  readonly height?: number | undefined;
  /** The station's zone; the viewer's when left out. */
  readonly zone?: string | undefined;
  readonly label: Words | string;
}

/** Told apart without hue as well: the order goes from dark to light. */
const colours: Readonly<Record<Look, readonly string[]>> = {
  light: ['#1677d2', '#d9730d', '#1a936f', '#8a56c9', '#c2325a', '#5b6c80'],
  dark: ['#4aa8ff', '#f2a14d', '#45c49a', '#b48cf0', '#f07a9b', '#9fb0c3'],
};
const HEIGHT = 240;
/** Live points are drawn together, at most this often. */
const DRAW_MS = 250;

export const LineChart = ({ series, points, feed, windowMs, height = HEIGHT, zone, label }: LineChartProps) => {
  const say = useSay();
  const look = useLook();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const tell = useCallback((text: Words | string) => (typeof text === 'string' ? text : say(text)), [say]);
  const frame = useMemo(() => frameOf({ series, zone: zone ?? viewerZone(), look, tell }), [series, zone, look, tell]);
  const drawPoints = useEffectEvent(() => chart.current?.setOption(pointsOf({ series, points, feed, windowMs })));
  useEffect(() => {
    if (!box.current) return undefined;
    const made = init(box.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(frame, { notMerge: true });
    drawPoints();
  }, [frame]);
  useEffect(() => chart.current?.setOption(pointsOf({ series, points, feed, windowMs })), [series, points, feed, windowMs]);
  useEffect(() => feed && follow(feed, () => drawPoints()), [feed]);
  return (
    <figure className="co-figure-chart">
      <div ref={box} className="co-chart" style={{ height }} />
      <figcaption className="co-sr">{tell(label)}</figcaption>
    </figure>
  );
};

/** Draws soon after the first of several messages, once for all of them. */
const follow = (feed: Feed, draw: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = feed.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      draw();
    }, DRAW_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};

const pointsOf = ({ series, points, feed, windowMs }: Pick<LineChartProps, 'series' | 'points' | 'feed' | 'windowMs'>) => {
  const lines = series.map(({ key }) => [...(points?.[key] ?? []), ...(feed?.of(key) ?? [])]);
  const last = lines.reduce((latest, line) => Math.max(latest, line.at(-1)?.[0] ?? 0), 0);
  return {
    series: lines.map((data, index) => ({ id: series[index]?.key ?? String(index), data })),
    ...(windowMs !== undefined && last > 0 && { xAxis: { min: last - windowMs, max: last } }),
  };
};

interface Painting {
  readonly series: readonly LineSeries[];
  readonly zone: string;
  readonly look: Look;
  readonly tell: (text: Words | string) => string;
}

const frameOf = ({ series, zone, look, tell }: Painting) => {
  const paint = palettes[look];
  const lines = { lineStyle: { color: paint.line } };
  const right = series.some((line) => line.axis === 1);
  const unitOf = (axis: 0 | 1) => [...new Set(series.filter((line) => (line.axis ?? 0) === axis).flatMap((line) => line.unit ?? []))].join(', ');
  const axis = (side: 0 | 1) => ({
    type: 'value',
    name: unitOf(side),
    scale: true,
    nameTextStyle: { color: paint.third, align: side === 0 ? 'left' : 'right' },
    axisLabel: { color: paint.second },
    splitLine: side === 0 ? lines : { show: false },
  });
  return {
    color: [...colours[look]],
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 4, right: 4, top: 36, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, right: 0, icon: 'roundRect', itemWidth: 12, itemHeight: 3, textStyle: { color: paint.second } },
    tooltip: {
      trigger: 'axis',
      backgroundColor: paint.raised,
      borderColor: paint.line,
      textStyle: { color: paint.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: paint.strong }, label: { show: false } },
      formatter: (points: unknown) => tipOf(points, { series, zone, tell }),
    },
    dataZoom: [{ type: 'inside', filterMode: 'none' }],
    xAxis: {
      type: 'time',
      axisLine: lines,
      axisTick: { show: false },
      axisLabel: { color: paint.second, hideOverlap: true, formatter: (at: number) => formatInstant(at, zone).slice(11, 19).replace(/:00$/, '') },
    },
    yAxis: right ? [axis(0), axis(1)] : [axis(0)],
    series: series.map((line) => ({
      id: line.key,
      name: tell(line.name),
      type: 'line',
      yAxisIndex: right ? (line.axis ?? 0) : 0,
      showSymbol: false,
      sampling: 'lttb',
      lineStyle: { width: 1.8 },
      emphasis: { disabled: true },
      ...(line.step === true && { step: 'end' }),
      ...(line.area === true && { areaStyle: { opacity: 0.12 } }),
      ...(line.colour !== undefined && { color: line.colour }),
    })),
  };
};

interface TipPoint {
  readonly seriesIndex: number;
  readonly color: string;
  readonly value: Point;
}

const tipOf = (
  points: unknown,
  { series, zone, tell }: { readonly series: readonly LineSeries[]; readonly zone: string; readonly tell: (text: Words | string) => string },
): HTMLElement => {
  const box = document.createElement('div');
  const list = (Array.isArray(points) ? points : []) as readonly TipPoint[]; // of an axis tooltip
  const at = list[0]?.value[0];
  if (at !== undefined) box.append(row({ name: formatInstant(at, zone), value: '' }));
  for (const { seriesIndex, value, color } of list) {
    const line = series[seriesIndex];
    if (line) box.append(row({ name: tell(line.name), value: `${rounded(value[1])} ${line.unit ?? ''}`, color }));
  }
  return box;
};

/** Built as elements, never as HTML text, because names may come from people. */
const row = ({ name, value, color }: { readonly name: string; readonly value: string; readonly color?: string }): HTMLElement => {
  const line = document.createElement('div');
  line.className = color === undefined ? 'co-tip-row' : 'co-tip-row co-tip-line';
  if (color !== undefined) line.style.setProperty('--co-tip', color);
  const [left, right] = [document.createElement('span'), document.createElement('strong')];
  left.textContent = name;
  right.textContent = value;
  line.append(left, right);
  return line;
};

/** Meters tell more digits than people read. */
const rounded = (value: number | null): string => (value === null ? '—' : groupDigits(String(Number(value.toFixed(3)))));
