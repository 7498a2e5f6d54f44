import type { Pages } from '#kit/web/pages.ts';
import { agent } from './agent/agent.ts';
import { pile } from './pile/pile.ts';
import { station } from './station/station.ts';
import { tenant } from './tenant/tenant.ts';

export { copyText } from './pile/copy-text.web.ts';
export { addPileParts } from './pile/pile-parts.web.ts';
export type { PileDialogProps, PileParts, PileRow } from './pile/pile-parts.web.ts';

export const pages: Pages = {
  'network/TenantList': () => import('./tenant/tenant.web.tsx').then((page) => ({ default: page.TenantList })),
  'network/AgentList': () => import('./agent/agent.web.tsx').then((page) => ({ default: page.AgentList })),
  'network/StationList': () => import('./station/station.web.tsx').then((page) => ({ default: page.StationList })),
  'network/PileList': () => import('./pile/pile.web.tsx').then((page) => ({ default: page.PileList })),
  'network/GunList': () => import('./gun/gun.web.tsx').then((page) => ({ default: page.GunList })),
};

export const nouns = [tenant, agent, station, pile];
