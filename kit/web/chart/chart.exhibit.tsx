import { Skeleton } from 'antd';
import type { Exhibit } from '../gallery/exhibit.ts';
import { LONG_NAME } from '../gallery/charger.ts';
import { BarChart, LineChart } from './charts.tsx';
import type { LineSeries, ChartPoint } from './charts.tsx';

const BEGUN_MS = Date.UTC(2026, 0, 31, 0, 0);
const STEP_MS = 300_000;
const STEPS = 72;
const ZONE = 'Asia/Shanghai';

/** A slow wave that is the same on each run. */
const wave = (height: number, shift: number): readonly ChartPoint[] =>
  Array.from({ length: STEPS }, (_none, index) => [
    BEGUN_MS + index * STEP_MS,
    index % 24 === 20 ? null : Math.round(height * (1.5 + Math.sin((index + shift) / 9))),
  ]);
const series: readonly LineSeries[] = [
  { key: 'power', name: ['功率', '功率', 'Power'], unit: 'kW', area: true },
  { key: 'limit', name: ['限值', '限值', 'Limit'], unit: 'kW', step: true },
  { key: 'heat', name: ['温度', '溫度', 'Temperature'], unit: '°C', axis: 1 },
];
const points = { power: wave(30, 0), limit: wave(36, 20).filter(([, value]) => value !== null), heat: wave(20, 7) };
const longSeries: readonly LineSeries[] = series.map((line) => ({ ...line, name: `${line.key}: ${LONG_NAME}` }));

const waiting = () => <Skeleton.Node active className="co-chart-wait" style={{ height: 240, width: '100%' }} />;
const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const bars = [
  { name: 'This week', values: [120, 95, 101, 140, 152, 60, 44] },
  { name: 'Last week', values: [110, 99, 90, 131, 160, 71, 40] },
];

export const exhibits: readonly Exhibit[] = [
  {
    name: 'line-chart',
    title: ['折线图', '折線圖', 'Lines over time'],
    states: {
      empty: () => <LineChart series={series} zone={ZONE} label="Nothing measured yet" />,
      filled: () => <LineChart series={series} points={points} zone={ZONE} label="Power of a morning" />,
      loading: waiting,
      longText: () => <LineChart series={longSeries} points={points} zone={ZONE} label={LONG_NAME} />,
    },
    never: ['invalid', 'disabled'],
  },
  {
    name: 'bar-chart',
    title: ['柱状图', '長條圖', 'Bars side by side'],
    states: {
      empty: () => <BarChart names={[]} series={[]} unit="kWh" label="Nothing sold yet" />,
      filled: () => <BarChart names={names} series={bars} unit="kWh" label="Energy of two weeks" />,
      loading: waiting,
      longText: () => <BarChart names={names.map((name) => `${name}: ${LONG_NAME}`)} series={bars} unit="kWh" label={LONG_NAME} />,
    },
    never: ['invalid', 'disabled'],
  },
];
