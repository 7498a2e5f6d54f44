import { LineChart as Lines } from 'echarts/charts';
import { DataZoomInsideComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { viewerZone } from '../format.ts';
import { useSay } from '../language.ts';
import { useColorScheme } from '../theme/theme-store.ts';
import type { Feed } from './feed.ts';
import { frameOf, pointsOf } from './option.ts';
import type { LineChartProps } from './props.ts';

register([Lines, GridComponent, TooltipComponent, LegendComponent, DataZoomInsideComponent, MarkLineComponent, CanvasRenderer]);

const HEIGHT = 240;
/** The shortest time between two drawings of live points. */
const DRAW_MS = 250;

export const LineChart = ({ series, points, feed, windowMs, height = HEIGHT, zone, label }: LineChartProps) => {
  const say = useSay();
  const colorScheme = useColorScheme();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const textOf = useCallback((text: Words | string) => (typeof text === 'string' ? text : say(text)), [say]);
  const frame = useMemo(() => frameOf({ series, zone: zone ?? viewerZone(), colorScheme, textOf }), [series, zone, colorScheme, textOf]);
  const drawPoints = useEffectEvent(() => chart.current?.setOption(pointsOf({ series, points, feed, windowMs })));
  useEffect(() => {
    if (!box.current) return undefined;
    const instance = init(box.current);
    chart.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      instance.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(frame, { notMerge: true });
    drawPoints();
  }, [frame]);
  useEffect(() => chart.current?.setOption(pointsOf({ series, points, feed, windowMs })), [series, points, feed, windowMs]);
  useEffect(() => feed && follow(feed, () => drawPoints()), [feed]);
  return (
    <figure className="co-figure-chart">
      <div ref={box} className="co-chart" style={{ height }} />
      <figcaption className="co-sr">{textOf(label)}</figcaption>
    </figure>
  );
};

/** Draws shortly after the first of several messages, once for all of them. */
const follow = (feed: Feed, draw: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = feed.subscribe(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      draw();
    }, DRAW_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};
