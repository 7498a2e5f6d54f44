import { startEmbedded } from './index.ts';

/** A separate process that starts the database in a folder, reports it, and waits to be killed. */
const server = await startEmbedded({ dataDir: process.argv[2] ?? '', name: 'example' });
process.stdout.write(`${JSON.stringify({ pid: server.pid(), url: server.url })}\n`);
setInterval(() => undefined, 60_000);
