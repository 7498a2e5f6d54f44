import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { whiteListApi, whiteListKind, whiteListRefusals, whiteListState, whiteListWords } from './white-list.ts';

export const whiteListFeature = feature({
  name: 'whiteList',
  title: ['桩内名单', '樁內名單', 'Lists in the pile'],
  endpointTitles: { pushWhiteList: whiteListWords.push, pullWhiteList: whiteListWords.pull },
  api: whiteListApi,
  inputLabels: { list: whiteListWords.kind },
  codes: [whiteListKind, whiteListState],
  refusals: { ...deviceRefusals, ...whiteListRefusals },
});
