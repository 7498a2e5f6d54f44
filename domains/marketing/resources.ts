import { domain, feature } from '#kit/resource/feature.ts';
import { activityKind, activityLevel, activityState, couponForm, couponOverlay, couponUseScene } from './marketing.codes.ts';

export const marketing = domain('marketing', [
  feature({ name: 'marketing', api: {}, codes: [couponForm, couponUseScene, couponOverlay, activityState, activityLevel, activityKind] }),
]);
