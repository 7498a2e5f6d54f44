import { domain } from '#kit/resource/feature.ts';
import { marketingFeature } from './marketing.feature.ts';

export const marketing = domain('marketing', [marketingFeature]);
