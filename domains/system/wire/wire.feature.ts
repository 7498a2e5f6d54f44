import { feature } from '#kit/resource/feature.ts';
import { wireApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { wireInputLabels } from './wire.labels.ts';

export const wireFeature = feature({ name: 'wire', api: wireApi, inputLabels: wireInputLabels });
