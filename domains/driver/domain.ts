import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const driver = domain('driver', features);
