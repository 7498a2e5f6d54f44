import { feature } from '#kit/resource/feature.ts';
import { openAlarmWords } from './open-alarm.labels.ts';
import { openAlarmApi } from './open-alarm.ts';

export const openAlarmFeature = feature({
  name: 'openAlarm',
  api: openAlarmApi,
  inputLabels: { limit: openAlarmWords.all },
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/open-alarm',
      component: 'alarm/OpenAlarmBoard',
      title: openAlarmWords.title,
      icon: 'alert',
      group: 'monitor',
      order: 15,
      allow: 'exceptionRecord:list',
    },
  ],
});
