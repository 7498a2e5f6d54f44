import type { LiveEndpoint } from '#kit/server/live/live-server.ts';
import { createSender, liveCodes, signatureOf, textOf } from '#kit/server/live/live-socket.ts';
import type { NoticePush } from './push.server.ts';

/** The heartbeats of clients of the product family, and the answers to them. */
const heartbeatAnswers: Readonly<Record<string, string>> = { HeartBeat: '{"cmd":"heartcheck","msgTxt":""}', ping: 'ping' };

/**
 * `/websocket/{userId}`: tells a client of the product family when there are new notices. Messages of the client other than heartbeats are ignored.
 */
export const noticeLine = (push: NoticePush): LiveEndpoint => ({
  path: /^\/websocket\/(?<userId>\d{1,18})$/,
  open: (socket, { viewer: initialViewer }) => {
    let viewer = initialViewer;
    let heardMs = performance.now();
    const { send } = createSender(socket);
    const unwatch = push.watch(
      () => viewer,
      (message) => send(JSON.stringify(message)),
    );
    const end = (code: number, reason: string): void => socket.close(code, reason);
    socket.on('error', () => undefined);
    socket.on('close', unwatch);
    socket.on('message', (data, isBinary) => {
      heardMs = performance.now();
      const answer = isBinary ? undefined : heartbeatAnswers[textOf(data)];
      if (answer === undefined) return end(liveCodes.badMessage, 'not understood');
      return send(answer);
    });
    return {
      end,
      terminate: () => socket.terminate(),
      silentMs: () => performance.now() - heardMs,
      updateViewer: async (next) => {
        if (!next) return end(liveCodes.signedOut, 'signed out');
        // The client then reloads menus and permissions without a new sign-in.
        if (signatureOf(next) !== signatureOf(viewer)) send('{"cmd":"permission"}');
        viewer = next;
        return undefined;
      },
    };
  },
});
