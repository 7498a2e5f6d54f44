export { energyDayRoutes } from './energy-day/energy-day.server.ts';
export { todayRoutes } from './home/today.server.ts';
export { monitorRoutes } from './monitoring/monitor.server.ts';
export { orderDayRoutes } from './order-day/order-day.server.ts';
export { orderRoutes } from './order/order.server.ts';
export { reservationRoutes } from './reservation-order/reservation-order.server.ts';
export { searchRoutes } from './search/search.server.ts';
export { stationDayRoutes } from './station-day/station-day.server.ts';
