import { feature } from '#kit/resource/feature.ts';
import { keyRotationApi, keyRotationRefusals, keyRotationWords } from './key-rotation.ts';

export const keyRotationFeature = feature({
  name: 'keyRotation',
  title: keyRotationWords.rotate,
  endpointTitles: { keyRotation: keyRotationWords.state, rotateKey: keyRotationWords.rotate },
  api: keyRotationApi,
  inputLabels: { graceMinutes: keyRotationWords.graceMinutes },
  refusals: keyRotationRefusals,
});
