import { feature } from '#kit/resource/feature.ts';
import { alarmMeasureWords } from './alarm-measure.labels.ts';
import { alarmMeasureApi } from './alarm-measure.ts';

export const alarmMeasureFeature = feature({
  name: 'alarmMeasure',
  api: alarmMeasureApi,
  inputLabels: { days: alarmMeasureWords.days, timezone: alarmMeasureWords.timezone },
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/alarm-measure',
      component: 'alarm/AlarmMeasureBoard',
      title: alarmMeasureWords.title,
      icon: 'dashboard',
      group: 'monitor',
      order: 24,
      allow: 'exceptionRecord:list',
    },
  ],
});
