import type { Pages } from '#kit/web/pages.ts';
import { agent } from './agent/agent.ts';
import { station } from './station/station.ts';
import { tenant } from './tenant/tenant.ts';

export const pages: Pages = {
  'network/StationList': () => import('./station/station.web.tsx').then((page) => ({ default: page.StationList })),
};

export const nouns = [tenant, agent, station];
