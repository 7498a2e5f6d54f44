import type { Words } from '#kit/fields/words.ts';
import type { Feed, ChartPoint } from './feed.ts';

export interface LineSeries {
  /** Identifies the series in `points` and in the feed. */
  readonly key: string;
  readonly name: Words | string;
  readonly unit?: string;
  /** Series with the same axis share a scale; 1 is the right axis. */
  readonly axis?: 0 | 1;
  /** Fills the area below the line. */
  readonly area?: boolean;
  /** Draws steps, as for a power limit or a price. */
  readonly step?: boolean;
  readonly colour?: string;
}

export interface LineChartProps {
  /** The lines. Declare the array outside the component, so that it keeps its identity. */
  readonly series: readonly LineSeries[];
  /** Initial points by the key of their series. */
  readonly points?: Readonly<Record<string, readonly ChartPoint[]>> | undefined;
  /** Points that arrive while the chart is shown; they follow those of `points`. */
  readonly feed?: Feed | undefined;
  /** Shows only this last period. */
  readonly windowMs?: number | undefined;
  readonly height?: number | undefined;
  /** The time zone of the axis, usually the station's; the viewer's by default. */
  readonly zone?: string | undefined;
  readonly label: Words | string;
}

export interface BarChartProps {
  /** The labels below the bars. */
  readonly names: readonly string[];
  /** One value for each name; several series are drawn side by side. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly unit: string;
  readonly label: string;
  readonly height?: number;
  /** Called after a click in the column above a name. */
  readonly onPick?: (index: number) => void;
}
