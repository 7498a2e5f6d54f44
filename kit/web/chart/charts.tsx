import { Skeleton } from 'antd';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

export { createFeed } from './feed.ts';
export type { Feed, ChartPoint } from './feed.ts';
export type { LineSeries } from './props.ts';

/** As high as the chart, so that nothing moves when the chart replaces it. */
const waiting = (height: number) => <Skeleton.Node active className="co-chart-wait" style={{ height, width: '100%' }} />;

/** A line chart over time. ECharts is loaded with the first chart. */
export const LineChart = lazyComponent(
  () => import('./line-chart.tsx').then((chart) => chart.LineChart),
  ({ height = 240 }) => waiting(height),
);

/** A bar chart with grouped bars. */
export const BarChart = lazyComponent(
  () => import('./bar-chart.tsx').then((chart) => chart.BarChart),
  ({ height = 200 }) => waiting(height),
);
