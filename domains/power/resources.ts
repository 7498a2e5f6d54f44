export { power } from './domain.ts';
export { gridLimitApi } from './grid-limit/grid-limit.ts';
export { pilePowerApi } from './pile-power/pile-power.ts';
export { powerControlApi } from './power-control/power-control.ts';
export { powerKeyApi } from './power-key/power-key.ts';
export { limitSource, limitState } from './power-limit/power-limit.codes.ts';
export { powerLimitApi } from './power-limit/power-limit.ts';
export { powerMonthApi } from './power-month/power-month.ts';
