export { power } from './domain.ts';
export { pilePowerApi } from './pile-power/pile-power.ts';
export { powerControlApi } from './power-control/power-control.ts';
export { powerLimitApi } from './power-limit/power-limit.ts';
export { powerMonthApi } from './power-month/power-month.ts';
