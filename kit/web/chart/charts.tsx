import { Skeleton } from 'antd';
import { late } from './late.tsx';

export { createFeed } from './chart/feed.ts';
export type { Feed, Point } from './chart/feed.ts';
export type { LineSeries } from './chart/props.ts';

/** As high as the chart will be. */
const waiting = (height: number) => <Skeleton.Node active className="co-chart-wait" style={{ height }} />;

/** Lines over time. ECharts is fetched when the first chart is shown. */
export const LineChart = late(
  () => import('./chart/line-chart.tsx').then((chart) => chart.LineChart),
  ({ height = 240 }) => waiting(height),
);

/** Bars that stand beside one another. */
export const BarChart = late(
  () => import('./chart/bar-chart.tsx').then((chart) => chart.BarChart),
  ({ height = 200 }) => waiting(height),
);
