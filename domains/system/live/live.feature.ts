import { feature } from '#kit/resource/feature.ts';
import { liveApi } from './live.ts';

export const liveFeature = feature({ name: 'live', api: liveApi });
