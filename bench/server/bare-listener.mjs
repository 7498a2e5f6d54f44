// Two listeners that keep every connection and send nothing: what a connection costs without a product.
import { createServer } from 'node:net';
import { WebSocketServer } from 'ws';

const sockets = new Set();
const plain = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
});
const web = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, backlog: 2_048 });
web.on('connection', (socket) => sockets.add(socket));
/** @param {{ address(): import('node:net').AddressInfo | string | null }} server */
const portOf = (server) => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
};
plain.listen({ host: '127.0.0.1', port: 0, backlog: 2_048 }, () => process.send?.({ plain: portOf(plain), web: portOf(web) }));
process.on('message', () => process.send?.({ kept: sockets.size, bytes: process.memoryUsage().rss }));
process.on('disconnect', () => process.exit());
