import { ticketBounds } from '#kit/server/live/live-tickets.ts';
import type { Tickets } from '#kit/server/live/live-tickets.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { liveApi } from './live.ts';

export const liveRoutes = ({ tickets }: { readonly tickets: Tickets }): readonly Route[] =>
  implement(liveApi, {
    ticket: async (ctx, _input, { client }) => ({
      ticket: tickets.issue({ token: client.token ?? '', language: ctx.viewer.language }),
      expiresInS: ticketBounds.lifeMs / 1_000,
    }),
  });
