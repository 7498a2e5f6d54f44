import type { Words } from '#kit/fields/words.ts';
import { formatInstant } from '../format.ts';
import { fontFamily, palettes } from '../theme/theme.ts';
import type { ColorScheme } from '../theme/theme-store.ts';
import type { LineChartProps, LineSeries } from './props.ts';
import { tipOf } from './tip.ts';

/** The points of each line: the initial ones, then those of the feed. */
export const pointsOf = ({ series, points, feed, windowMs }: Pick<LineChartProps, 'series' | 'points' | 'feed' | 'windowMs'>) => {
  const lines = series.map(({ key }) => [...(points?.[key] ?? []), ...(feed?.of(key) ?? [])]);
  const last = lines.reduce((latest, line) => Math.max(latest, line.at(-1)?.[0] ?? 0), 0);
  return {
    series: lines.map((data, index) => ({ id: series[index]?.key ?? String(index), data })),
    ...(windowMs !== undefined && last > 0 && { xAxis: { min: last - windowMs, max: last } }),
  };
};

export interface ChartInput {
  readonly series: readonly LineSeries[];
  readonly zone: string;
  readonly colorScheme: ColorScheme;
  readonly textOf: (text: Words | string) => string;
}

/** The ECharts option without the points: axes, colours and texts. */
export const frameOf = ({ series, zone, colorScheme, textOf }: ChartInput) => {
  const paint = palettes[colorScheme];
  const lines = { lineStyle: { color: paint.line } };
  const hasRightAxis = series.some((line) => line.axis === 1);
  const unitOf = (axis: 0 | 1) => [...new Set(series.filter((line) => (line.axis ?? 0) === axis).flatMap((line) => line.unit ?? []))].join(', ');
  const axis = (side: 0 | 1) => ({
    type: 'value',
    name: unitOf(side),
    // An axis of percentages runs from 0 to 100; other axes are scaled to their values.
    ...(unitOf(side) === '%' ? { min: 0, max: 100 } : { scale: true }),
    nameTextStyle: { color: paint.third, align: side === 0 ? 'left' : 'right' },
    axisLabel: { color: paint.second },
    splitLine: side === 0 ? lines : { show: false },
  });
  return {
    color: [...colours[colorScheme]],
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 4, right: 4, top: 46, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, right: 0, icon: 'roundRect', itemWidth: 12, itemHeight: 3, textStyle: { color: paint.second } },
    tooltip: {
      trigger: 'axis',
      backgroundColor: paint.raised,
      borderColor: paint.line,
      textStyle: { color: paint.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: paint.strong }, label: { show: false } },
      formatter: (points: unknown) => tipOf(points, { series, zone, textOf }),
    },
    dataZoom: [{ type: 'inside', filterMode: 'none' }],
    xAxis: {
      type: 'time',
      axisLine: lines,
      axisTick: { show: false },
      axisLabel: {
        color: paint.second,
        hideOverlap: true,
        formatter: (instantMs: number) => formatInstant(instantMs, zone).slice(11, 19).replace(/:00$/, ''),
      },
    },
    yAxis: hasRightAxis ? [axis(0), axis(1)] : [axis(0)],
    series: series.map((line) => ({
      id: line.key,
      name: textOf(line.name),
      type: 'line',
      yAxisIndex: hasRightAxis ? (line.axis ?? 0) : 0,
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

/** The colours run from dark to light, so that they differ without hue as well. */
export const colours: Readonly<Record<ColorScheme, readonly string[]>> = {
  light: ['#1677d2', '#d9730d', '#1a936f', '#8a56c9', '#c2325a', '#5b6c80'],
  dark: ['#4aa8ff', '#f2a14d', '#45c49a', '#b48cf0', '#f07a9b', '#9fb0c3'],
};
