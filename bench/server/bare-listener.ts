import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface BareListener {
  /** Resident memory of a process that only keeps the connections. */
  readonly bytes: number;
  /** From the first call to the last connection. */
  readonly connectMs: number;
}

/** Opens so many connections, half TCP and half WebSocket, to a process that does nothing with them. */
export const measureBareListener = async (connections: number): Promise<BareListener> => {
  const child = fork(new URL('bare-listener.mjs', import.meta.url), { execArgv: ['--max-old-space-size=1024'] });
  const [ports] = (await once(child, 'message')) as [{ readonly plain: number; readonly web: number }];
  const native = Math.ceil(connections / 2);
  const open: { destroy(): void }[] = [];
  const begunMs = performance.now();
  const dial = (index: number): Promise<unknown> => {
    if (index < native) {
      const socket = connect(ports.plain, '127.0.0.1');
      open.push(socket);
      return once(socket, 'connect');
    }
    const socket = new WebSocket(`ws://127.0.0.1:${ports.web}/`, { perMessageDeflate: false });
    open.push({ destroy: () => socket.terminate() });
    return once(socket, 'open');
  };
  await Promise.all(Array.from({ length: connections }, (_unused, index) => dial(index)));
  const connectMs = performance.now() - begunMs;
  await sleep(SETTLE_MS);
  child.send('tell');
  const [{ kept, bytes }] = (await once(child, 'message')) as [{ readonly kept: number; readonly bytes: number }];
  for (const socket of open) socket.destroy();
  child.kill();
  if (kept !== connections) throw new Error(`${kept} of ${connections} bare connections are there`);
  return { bytes, connectMs };
};

const SETTLE_MS = 2_000;
