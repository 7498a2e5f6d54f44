import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { whiteListApi, whiteListRefusals, whiteListState, whiteListWords } from './white-list.ts';

export const whiteListFeature = feature({
  name: 'whiteList',
  title: ['桩内白名单', '樁內白名單', 'White list in the pile'],
  endpointTitles: { pushWhiteList: whiteListWords.push, pullWhiteList: whiteListWords.pull },
  api: whiteListApi,
  codes: [whiteListState],
  refusals: { ...deviceRefusals, ...whiteListRefusals },
});
