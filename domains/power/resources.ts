export { power } from './domain.ts';
export { powerControlApi } from './power-control/power-control.ts';
export { powerMonthApi } from './power-month/power-month.ts';
