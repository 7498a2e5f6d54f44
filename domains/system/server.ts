import type { Tickets } from '#kit/server/live-tickets.ts';
import type { Route } from '#kit/server/route.ts';
import { dictRoutes } from './dict/dict.server.ts';
import { liveRoutes } from './live/live.server.ts';
import { uploadRoutes } from './upload/upload.server.ts';

export { allDictItems } from './dict/dict.rules.ts';
export { sweepMadeFiles } from './upload/upload.server.ts';

/** The tickets are those that `mountLive` redeems. */
export const systemRoutes = ({ tickets }: { readonly tickets: Tickets }): readonly Route[] => [
  ...dictRoutes,
  ...uploadRoutes,
  ...liveRoutes(tickets),
];
