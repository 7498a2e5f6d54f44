import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'charging/OrderList': () => import('./order/page/order-list.web.tsx').then((page) => ({ default: page.OrderList })),
  'charging/StationDayList': () => import('./station-day/station-day.web.tsx').then((page) => ({ default: page.StationDayList })),
  'charging/ReservationList': () => import('./reservation-order/reservation-list.web.tsx').then((page) => ({ default: page.ReservationList })),
  'charging/PrepaidList': () => import('./prepaid-order/prepaid-list.web.tsx').then((page) => ({ default: page.PrepaidList })),
  'charging/RefundList': () => import('./refund-order/refund-list.web.tsx').then((page) => ({ default: page.RefundList })),
  'charging/PayBillDayList': () => import('./pay-bill-day/pay-bill-day.web.tsx').then((page) => ({ default: page.PayBillDayList })),
  'charging/PayDifferenceList': () => import('./pay-difference/pay-difference.web.tsx').then((page) => ({ default: page.PayDifferenceList })),
  'charging/PowerSiteList': () => import('./power-site/power-site.web.tsx').then((page) => ({ default: page.PowerSiteList })),
  'charging/Monitor': () => loadMonitor(),
};

export { hitKindWords } from './search/search.labels.ts';
export { searchKinds, searchApi } from './search/search.ts';
export type { SearchHit } from './search/search.ts';

/** The figures of the day, for the start page. */
export const loadToday = () => import('./home/today.web.tsx').then((board) => board.TodayBoard);

/** For pages with figures of earlier days. */
export const loadPastNote = () => import('./past/past-note.web.tsx').then((note) => note.PastNote);

export const loadMonitor = () => import('./monitoring/monitor.web.tsx').then((page) => ({ default: page.Monitor }));
export { setStationParts } from './monitoring/station-parts.web.ts';
export type { StationPart } from './monitoring/station-parts.web.ts';
