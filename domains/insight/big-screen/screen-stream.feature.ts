import { feature } from '#kit/resource/feature.ts';
import { bigScreenRefusals } from './big-screen.labels.ts';
import { screenStreamApi } from './screen-stream.ts';

export const screenStreamFeature = feature({
  name: 'screenStream',
  title: ['大屏数据', '大螢幕資料', 'What a big screen reads'],
  endpointTitles: { events: ['大屏事件', '大螢幕事件', 'Events of a big screen'] },
  api: screenStreamApi,
  refusals: bigScreenRefusals,
});
