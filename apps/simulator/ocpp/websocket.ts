import { WebSocket } from 'ws';
import type { Dial } from '../pile/channel.ts';

/** Connections to `url`/{cpCode} with basic authorization. Messages are texts. */
export const webSocketDial =
  ({ url }: { readonly url: string }): Dial =>
  ({ cpCode, secret }, events) => {
    const authorization = `Basic ${Buffer.from(`${cpCode}:${secret ?? ''}`).toString('base64')}`;
    const socket = new WebSocket(`${url.replace(/\/$/, '')}/${encodeURIComponent(cpCode)}`, ['ocpp1.6'], {
      headers: { authorization },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
    });
    let why: { detail: string; retryAfterMs?: number } = { detail: 'closed' };
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
      if (!isBinary && Buffer.isBuffer(data)) events.heard(data.toString('utf8'));
    });
    socket.on('unexpected-response', (request, response) => {
      const retryAfterS = Number(response.headers['retry-after'] ?? REFUSED_S);
      why = { detail: `HTTP ${response.statusCode ?? 0}`, retryAfterMs: retryAfterS * 1_000 };
      request.destroy();
    });
    socket.on('error', (error) => {
      if (why.detail === 'closed') why = { detail: error.message };
    });
    socket.on('close', () => events.closed(why));
    return () => socket.terminate();
  };

const HANDSHAKE_MS = 20_000;
/** A station that was turned away without a word about when to come again. */
const REFUSED_S = 60;
