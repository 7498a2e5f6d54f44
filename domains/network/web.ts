import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import type { Pages } from '#kit/web/page/web-entry.ts';

export { setPileParts } from './pile/pile-parts.web.ts';
export type { PileDialogProps, PileParts, PileRow } from './pile/pile-parts.web.ts';

/** Loaded when it is first drawn. */
export const FollowStations = lazyComponent(() => import('./gun/live-gun.web.tsx').then((part) => part.FollowStations));
/** Loaded when it is first drawn. */
export const Intervals = lazyComponent(() => import('./reservation-conf/intervals.web.tsx').then((part) => part.Intervals));

export const pages: Pages = {
  'network/TenantList': () => import('./tenant/tenant.web.tsx').then((page) => ({ default: page.TenantList })),
  'network/AgentList': () => import('./agent/agent.web.tsx').then((page) => ({ default: page.AgentList })),
  'network/StationList': () => import('./station/station.web.tsx').then((page) => ({ default: page.StationList })),
  'network/GunList': () => import('./gun/gun.web.tsx').then((page) => ({ default: page.GunList })),
  'network/MobileStationList': () => import('./mobile-station/mobile-station.web.tsx').then((page) => ({ default: page.MobileStationList })),
  'network/ReservationConfList': () => import('./reservation-conf/reservation-conf.web.tsx').then((page) => ({ default: page.ReservationConfList })),
};

/** The parts of other domains must be set before the page is shown. */
export const loadPileList = () => import('./pile/pile.web.tsx').then((page) => ({ default: page.PileList }));
