import { feature } from '#kit/resource/feature.ts';
import { activityKind, activityLevel, activityState, couponForm, couponOverlay, couponUseScene } from './marketing.codes.ts';

export const marketingFeature = feature({
  name: 'marketing',
  api: {},
  codes: [couponForm, couponUseScene, couponOverlay, activityState, activityLevel, activityKind],
});
