import { feature } from '#kit/resource/feature.ts';
import { pileClocks } from './clock.ts';
import { parameterLabels, parameterRefusals } from './parameter.labels.ts';
import { parameterApi, pileServers } from './parameter.ts';
import { pileParameters } from './read-all.ts';

export const parameterFeature = feature({
  name: 'parameter',
  title: ['桩参数', '樁參數', 'Pile parameters'],
  endpointTitles: {
    setParameter: ['设置', '設定', 'set'],
    sendWanted: ['下发期望值', '下發期望值', 'send the wanted values'],
    takeReported: ['采用上报值', '採用上報值', 'take the reported value'],
    readParameters: ['读取', '讀取', 'read from the pile'],
  },
  api: parameterApi,
  inputLabels: parameterLabels,
  refusals: parameterRefusals,
  settings: [pileServers],
  jobs: [pileClocks, pileParameters],
});
