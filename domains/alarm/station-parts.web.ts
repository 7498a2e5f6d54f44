import type { StationPart } from '#domains/charging/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { openAlarmApi } from './open-alarm/open-alarm.ts';

/** What this domain adds to the stations of the monitor. */
export const stationParts: readonly StationPart[] = [
  {
    key: 'alarms',
    allow: openAlarmApi.open.allow,
    Body: lazyComponent(() => import('./open-alarm/alarm-panels.web.tsx').then((panels) => panels.AlarmsAtStation)),
  },
];
