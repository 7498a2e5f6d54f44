import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { rateMonthChange } from './rate-month-change.ts';
import { rateState, ratesApi, ratesRefusals, ratesWords } from './rates.ts';

export const ratesFeature = feature({
  name: 'rates',
  title: ['桩内费率', '樁內費率', 'Rates in the pile'],
  endpointTitles: { syncRateRule: ratesWords.send },
  api: ratesApi,
  codes: [rateState],
  refusals: { ...deviceRefusals, ...ratesRefusals },
  jobs: [rateMonthChange],
});
