import { feature } from '#kit/resource/feature.ts';
import { plainApi, plainHoldMax, plainRefusals, plainWords } from './plain.ts';

export const plainFeature = feature({
  name: 'plain',
  title: ['不加密例外', '不加密例外', 'Exceptions from encryption'],
  acts: { allowPlain: ['批准', '核准', 'grant'] },
  api: plainApi,
  inputLabels: { addresses: plainWords.addresses, reason: plainWords.reason },
  refusals: plainRefusals,
  settings: [plainHoldMax],
});
