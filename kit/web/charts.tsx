import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { BarChartProps, LineChartProps } from './chart/props.ts';

export { createFeed } from './chart/feed.ts';
export type { Feed, Point } from './chart/feed.ts';
export type { LineChartProps, LineSeries } from './chart/props.ts';

const Bars = lazy(() => import('./chart/bar-chart.tsx').then((chart) => ({ default: chart.BarChart })));
const Line = lazy(() => import('./chart/line-chart.tsx').then((chart) => ({ default: chart.LineChart })));

/** Lines over time. ECharts is fetched when the first chart is shown. */
export const LineChart = (props: LineChartProps) => (
  <Suspense fallback={<Skeleton.Node active className="co-chart-wait" style={{ height: props.height ?? 240 }} />}>
    <Line {...props} />
  </Suspense>
);

/** Bars that stand beside one another. */
export const BarChart = (props: BarChartProps) => (
  <Suspense fallback={<Skeleton.Node active className="co-chart-wait" style={{ height: props.height ?? 200 }} />}>
    <Bars {...props} />
  </Suspense>
);
