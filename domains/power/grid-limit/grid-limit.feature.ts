import { feature } from '#kit/resource/feature.ts';
import { powerLimitLabels } from '../power-limit/power-limit.labels.ts';
import { gridLimitApi, gridLimitRefusals, gridLimitWords } from './grid-limit.ts';

const { limitPower, beginTime, endTime, reason } = powerLimitLabels.fields;

export const gridLimitFeature = feature({
  name: 'gridLimit',
  title: ['电网限值', '電網限值', 'Limits of grid operators'],
  endpointTitles: gridLimitWords,
  api: gridLimitApi,
  inputLabels: { requestId: ['请求编号', '請求編號', 'Request id'], limitPower, beginTime, endTime, reason },
  refusals: gridLimitRefusals,
});
