export { chargingOrderFeature } from './order/order.feature.ts';
export { energyDayFeature } from './energy-day/energy-day.feature.ts';
export { monitorFeature } from './monitoring/monitor.feature.ts';
export { orderDayFeature } from './order-day/order-day.feature.ts';
export { powerSiteFeature } from './power-site/power-site.feature.ts';
export { reservationOrderFeature } from './reservation-order/reservation-order.feature.ts';
export { searchFeature } from './search/search.feature.ts';
export { stationDayFeature } from './station-day/station-day.feature.ts';
