import { endpoint, opaque } from '#kit/resource/endpoint.ts';

export interface TicketAnswer {
  /** The subprotocol for a WebSocket to `/live`; valid once. */
  readonly ticket: string;
  readonly expiresInS: number;
}

export const liveApi = {
  ticket: endpoint({
    method: 'POST',
    path: '/sys/live/ticket',
    allow: 'signedIn',
    noTransaction: true,
    unlogged: true,
    input: {},
    output: opaque<TicketAnswer>(),
  }),
};
