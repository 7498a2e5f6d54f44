import { feature } from '#kit/resource/feature.ts';
import { transportSecurityApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { wireInputLabels } from './wire.labels.ts';

export const wireFeature = feature({ name: 'wire', api: transportSecurityApi, inputLabels: wireInputLabels });
