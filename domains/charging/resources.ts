export { reservationOrderApi } from './reservation-order/reservation-order.ts';
export { stationDayApi } from './station-day/station-day.ts';
export { chargingOrder } from './order/order.ts';
export { chargingOrderApi } from './order/order-api.ts';
export { monitorApi } from './monitoring/monitor.ts';
export { searchApi } from './search/search.ts';
export { todayApi } from './home/today.ts';
export { charging } from './domain.ts';
