export { gridLimitFeature } from './grid-limit/grid-limit.feature.ts';
export { pilePowerFeature } from './pile-power/pile-power.feature.ts';
export { powerControlFeature } from './power-control/power-control.feature.ts';
export { powerKeyFeature } from './power-key/power-key.feature.ts';
export { powerLimitFeature } from './power-limit/power-limit.feature.ts';
export { powerMonthFeature } from './power-month/power-month.feature.ts';
