import { Skeleton } from 'antd';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

export { createFeed } from './feed.ts';
export type { Feed, ChartPoint } from './feed.ts';
export type { LineSeries } from './props.ts';

/** As high as the chart will be. */
const waiting = (height: number) => <Skeleton.Node active className="co-chart-wait" style={{ height }} />;

/** Lines over time. ECharts is fetched when the first chart is shown. */
export const LineChart = lazyComponent(
  () => import('./line-chart.tsx').then((chart) => chart.LineChart),
  ({ height = 240 }) => waiting(height),
);

/** Bars that stand beside one another. */
export const BarChart = lazyComponent(
  () => import('./bar-chart.tsx').then((chart) => chart.BarChart),
  ({ height = 200 }) => waiting(height),
);
