import { WebSocket } from 'ws';
import type { Dial } from '../pile/channel.ts';

interface WebSocketAddress {
  readonly url: string;
  /** The certificates that a `wss` connection trusts. */
  readonly ca?: string | undefined;
}

/** Connections to `url`/{cpCode} with basic authorization. Messages are texts. */
export const webSocketDial =
  ({ url, ca }: WebSocketAddress): Dial =>
  ({ cpCode, secret }, events) => {
    const authorization = `Basic ${Buffer.from(`${cpCode}:${secret ?? ''}`).toString('base64')}`;
    const socket = new WebSocket(`${url.replace(/\/$/, '')}/${encodeURIComponent(cpCode)}`, ['ocpp1.6'], {
      headers: { authorization },
      perMessageDeflate: false,
      ...(ca !== undefined && { ca }),
      handshakeTimeout: HANDSHAKE_MS,
    });
    let reason: { detail: string; retryAfterMs?: number } = { detail: 'closed' };
    socket.on('open', () =>
      events.opened({
        send: (message) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(message);
        },
        close: () => socket.close(1000),
        cut: () => socket.terminate(),
      }),
    );
    socket.on('message', (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) events.received(data.toString('utf8'));
    });
    socket.on('unexpected-response', (request, response) => {
      const retryAfterS = Number(response.headers['retry-after'] ?? REFUSED_S);
      reason = { detail: `HTTP ${response.statusCode ?? 0}`, retryAfterMs: retryAfterS * 1_000 };
      request.destroy();
    });
    socket.on('error', (error) => {
      if (reason.detail === 'closed') reason = { detail: error.message };
    });
    socket.on('close', () => events.closed(reason));
    return () => socket.terminate();
  };

const HANDSHAKE_MS = 20_000;
/** The wait of a station whose connection was refused without a Retry-After header. */
const REFUSED_S = 60;
