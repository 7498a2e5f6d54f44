import { feature } from '#kit/resource/feature.ts';
import { lookupInputLabels, lookupRefusals } from './lookup.labels.ts';
import { lookupApi } from './lookup.ts';

export const lookupFeature = feature({ name: 'lookup', api: lookupApi, inputLabels: lookupInputLabels, refusals: lookupRefusals });
