// Two listeners that keep whoever comes and say nothing: what a connection costs without a product around it.
import { createServer } from 'node:net';
import { WebSocketServer } from 'ws';

const kept = new Set();
const plain = createServer((socket) => {
  kept.add(socket);
  socket.on('error', () => undefined).on('close', () => kept.delete(socket));
});
const web = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 2_048 });
web.on('connection', (socket) => kept.add(socket));
/** @param {{ address(): import('node:net').AddressInfo | string | null }} server */
const portOf = (server) => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
};
plain.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 }, () => process.send?.({ plain: portOf(plain), web: portOf(web) }));
process.on('message', () => process.send?.({ kept: kept.size, bytes: process.memoryUsage().rss }));
process.on('disconnect', () => process.exit());
