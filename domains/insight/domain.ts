import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const insight = domain('insight', features);
