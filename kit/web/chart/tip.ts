import type { Words } from '#kit/fields/words.ts';
import { formatInstant, groupDigits } from '../format.ts';
import type { ChartPoint } from './feed.ts';
import type { LineSeries } from './props.ts';

interface TipPoint {
  readonly seriesIndex: number;
  readonly color: string;
  readonly value: ChartPoint;
}

/** The tooltip of one instant, with a line for each series. */
export const tipOf = (
  points: unknown,
  { series, zone, textOf }: { readonly series: readonly LineSeries[]; readonly zone: string; readonly textOf: (text: Words | string) => string },
): HTMLElement => {
  const box = document.createElement('div');
  const list = (Array.isArray(points) ? points : []) as readonly TipPoint[]; // the argument of an axis tooltip
  const instantMs = list[0]?.value[0];
  if (instantMs !== undefined) box.append(row({ name: formatInstant(instantMs, zone), value: '' }));
  for (const { seriesIndex, value, color } of list) {
    const line = series[seriesIndex];
    if (line) box.append(row({ name: textOf(line.name), value: `${rounded(value[1])} ${line.unit ?? ''}`, color }));
  }
  return box;
};

/** Builds elements, never HTML text, because the names may come from users. */
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

/** Meters send more digits than are useful in a chart. */
const rounded = (value: number | null): string => (value === null ? '—' : groupDigits(String(Number(value.toFixed(3)))));
