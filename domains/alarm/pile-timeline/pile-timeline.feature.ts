import { feature } from '#kit/resource/feature.ts';
import { pileTimelineWords } from './pile-timeline.labels.ts';
import { pileTimelineApi } from './pile-timeline.ts';

export const pileTimelineFeature = feature({
  name: 'pileTimeline',
  api: pileTimelineApi,
  inputLabels: { hours: pileTimelineWords.hours, until: pileTimelineWords.until },
});
