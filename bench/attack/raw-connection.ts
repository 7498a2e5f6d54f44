import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A connection that can send what no well-behaved client would. */
export interface RawConnection {
  readonly socket: Socket;
  /** All the text that was received. */
  readonly received: () => string;
  /** Resolves when the connection is closed, with how long it lasted. */
  readonly closed: Promise<number>;
}

/** Connects from an address of this machine, so that an attacker does not share the address of the honest clients. */
export const dialRaw = (port: number, from: string): RawConnection => {
  const begunMs = performance.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  const parts: Buffer[] = [];
  socket.on('data', (data: Buffer) => parts.push(data));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - begunMs)));
  return { socket, received: () => Buffer.concat(parts).toString('latin1'), closed };
};

/** The address of the nth attacker of a group. No two groups share an address, and no address is that of the honest clients. */
export const attackerAddress = (group: number, nth: number): string => `127.0.${group}.${1 + (nth % 250)}`;

/** Random numbers, the same for the same seed. */
export const seededPicker = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
