import type { Words } from '#kit/fields/words.ts';
import type { Feed, ChartPoint } from './feed.ts';

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
  readonly points?: Readonly<Record<string, readonly ChartPoint[]>> | undefined;
  /** Points that arrive while the chart is shown, after those of `points`. */
  readonly feed?: Feed | undefined;
  /** Shows only the last stretch of time. */
  readonly windowMs?: number | undefined;
  readonly height?: number | undefined;
  /** The station's zone; the viewer's when left out. */
  readonly zone?: string | undefined;
  readonly label: Words | string;
}

export interface BarChartProps {
  /** What stands below the bars. */
  readonly names: readonly string[];
  /** Numbers of each name; several stand side by side. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly unit: string;
  readonly label: string;
  readonly height?: number;
  /** A press on what stands above a name. */
  readonly onPick?: (index: number) => void;
}
