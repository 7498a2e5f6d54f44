import { feature } from '#kit/resource/feature.ts';
import { ackLinkWords } from './ack-link.labels.ts';
import { ackLinkApi } from './ack-link.ts';

export const ackLinkFeature = feature({
  name: 'ackLink',
  title: ackLinkWords.title,
  endpointTitles: { confirm: ackLinkWords.link },
  api: ackLinkApi,
  inputLabels: { token: ackLinkWords.token },
});
