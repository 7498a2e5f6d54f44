import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A connection that says what no well-behaved client would. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that was heard. */
  readonly heard: () => string;
  /** Settles when it is over, with how long it has lived. */
  readonly closed: Promise<number>;
}

/** `from`: an address of this machine, so that an attacker is somebody else than the honest. */
export const dialRaw = (port: number, from: string): RawConnection => {
  const begunMs = performance.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  const parts: Buffer[] = [];
  socket.on('data', (data: Buffer) => parts.push(data));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - begunMs)));
  return { socket, heard: () => Buffer.concat(parts).toString('latin1'), closed };
};

/** The address of the nth attacker of a group: no two groups share one, and none is the honest one's. */
export const attackerAddress = (group: number, nth: number): string => `127.0.${group}.${1 + (nth % 250)}`;

/** Numbers that are the same for the same seed. */
export const seeded = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
