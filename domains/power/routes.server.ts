export { gridLimitRoutes } from './grid-limit/grid-limit.server.ts';
export { pilePowerRoutes } from './pile-power/pile-power.server.ts';
export { powerControlRoutes } from './power-control/power-control.server.ts';
export { powerKeyRoutes } from './power-key/power-key.server.ts';
export { powerLimitRoutes } from './power-limit/power-limit.server.ts';
export { powerMonthRoutes } from './power-month/power-month.server.ts';
