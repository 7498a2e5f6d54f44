import type { Tickets } from '#kit/server/live-tickets.ts';
import type { Route } from '#kit/server/route.ts';
import { dictRoutes } from './dict/dict.server.ts';
import { liveRoutes } from './live/live.server.ts';
import type { Wire } from '#kit/server/wire.ts';
import { uploadRoutes } from './upload/upload.server.ts';
import { plainWire, wireRoutes } from './wire/wire.server.ts';

export { allDictItems } from './dict/dict.rules.ts';
export { sweepMadeFiles } from './upload/upload.server.ts';

/** The tickets are those that `mountLive` redeems. */
export const systemRoutes = ({
  tickets,
  wire = plainWire,
}: {
  readonly tickets: Tickets;
  readonly wire?: Pick<Wire, 'describe'>;
}): readonly Route[] => [...dictRoutes, ...uploadRoutes, ...liveRoutes(tickets), ...wireRoutes(wire)];
