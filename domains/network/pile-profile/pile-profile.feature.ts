import { feature } from '#kit/resource/feature.ts';
import { pileProfileLabels } from './pile-profile.labels.ts';
import { pileProfile, pileProfileApi } from './pile-profile.ts';

export const pileProfileFeature = feature({ name: 'pileProfile', resource: pileProfile, api: pileProfileApi, labels: pileProfileLabels });
