// A process that opens many connections and keeps them open: `client-process.mjs port count address…`, each address in turn. It answers any message with
// its counts.
import { connect } from 'node:net';
import process from 'node:process';

const [port, count, ...addresses] = process.argv.slice(2);
const CONCURRENCY = 200;
const counts = { tried: 0, open: 0, refused: 0 };

/**
 * @param {number} nth
 * @returns {Promise<void>}
 */
const open = (nth) =>
  new Promise((resolve) => {
    counts.tried += 1;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: addresses[nth % addresses.length] });
    let wasOpen = false;
    socket.once('connect', () => {
      wasOpen = true;
      counts.open += 1;
      resolve();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (wasOpen) counts.open -= 1;
      counts.refused += 1;
      resolve();
    });
  });

process.on('message', () => process.send?.(counts));
let next = 0;
const lane = async () => {
  while (next < Number(count)) await open(next++);
};
await Promise.all(Array.from({ length: CONCURRENCY }, lane));
process.send?.({ ...counts, done: true });
