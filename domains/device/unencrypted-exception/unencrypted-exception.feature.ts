import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { unencryptedExceptionApi, unencryptedHoldMax, unencryptedExceptionRefusals, unencryptedExceptionWords } from './unencrypted-exception.ts';

export const unencryptedExceptionFeature = feature({
  name: 'plain',
  title: ['不加密例外', '不加密例外', 'Exceptions from encryption'],
  endpointTitles: { allowPlain: ['批准', '核准', 'grant'] },
  api: unencryptedExceptionApi,
  inputLabels: { addresses: unencryptedExceptionWords.addresses, reason: unencryptedExceptionWords.reason },
  refusals: { ...deviceRefusals, ...unencryptedExceptionRefusals },
  settings: [unencryptedHoldMax],
});
