import { BarChart as Bars } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { groupDigits } from '../format.ts';
import { fontFamily, palettes } from '../theme/theme.ts';
import type { ColorScheme } from '../theme/theme-store.ts';
import { useColorScheme } from '../theme/theme-store.ts';
import { colours } from './option.ts';
import type { BarChartProps } from './props.ts';

register([Bars, GridComponent, TooltipComponent, LegendComponent, CanvasRenderer]);

const HEIGHT = 200;
const BAR_PX_MAX = 36;

export const BarChart = ({ names, series, unit, label, height = HEIGHT, onPick }: BarChartProps) => {
  const colorScheme = useColorScheme();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const frame = useMemo(() => frameOf({ names, series, unit }, colorScheme), [names, series, unit, colorScheme]);
  const pick = useEffectEvent((index: number) => onPick?.(index));
  useEffect(() => {
    if (!box.current) return undefined;
    const instance = init(box.current);
    chart.current = instance;
    // A click anywhere in the column counts, because a short bar is hard to hit.
    instance.getZr().on('click', ({ offsetX, offsetY }) => {
      const index = instance.containPixel('grid', [offsetX, offsetY]) ? instance.convertFromPixel({ xAxisIndex: 0 }, offsetX) : undefined;
      if (typeof index === 'number') pick(index);
    });
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      instance.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => chart.current?.setOption(frame, { notMerge: true }), [frame]);
  return (
    <figure className="co-figure-chart">
      <div ref={box} className="co-chart" style={{ height }} />
      <figcaption className="co-sr">{label}</figcaption>
    </figure>
  );
};

const frameOf = ({ names, series, unit }: Pick<BarChartProps, 'names' | 'series' | 'unit'>, colorScheme: ColorScheme) => {
  const paint = palettes[colorScheme];
  const lines = { lineStyle: { color: paint.line } };
  return {
    color: [...colours[colorScheme]],
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 4, right: 4, top: 30, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    ...(series.length > 1 && { legend: legendOf(paint) }),
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      backgroundColor: paint.raised,
      borderColor: paint.line,
      textStyle: { color: paint.text, fontSize: 12 },
      valueFormatter: (value: unknown) => `${groupDigits(String(value))}${unit === '' ? '' : ` ${unit}`}`,
    },
    xAxis: { type: 'category', data: [...names], axisLine: lines, axisTick: { show: false }, axisLabel: { color: paint.second, hideOverlap: true } },
    yAxis: {
      type: 'value',
      name: unit,
      nameTextStyle: { color: paint.third, align: 'left' },
      axisLabel: { color: paint.second },
      splitLine: lines,
      splitNumber: 3,
    },
    series: series.map(({ name, values }) => ({ name, type: 'bar', data: [...values], barMaxWidth: BAR_PX_MAX, cursor: 'pointer' })),
  };
};

/** On one line, whose end is paged where the chart is narrow: a second line would lie over the axis. */
const legendOf = ({ second, line }: (typeof palettes)[ColorScheme]) => ({
  type: 'scroll',
  top: 0,
  right: 0,
  itemWidth: 12,
  itemHeight: 8,
  textStyle: { color: second },
  pageIconSize: 10,
  pageIconColor: second,
  pageIconInactiveColor: line,
  pageTextStyle: { color: second },
});
