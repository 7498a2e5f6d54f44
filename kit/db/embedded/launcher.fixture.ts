import { startEmbedded } from './index.ts';

/** Another process that starts the database on a folder, says so, and waits to be killed. */
const server = await startEmbedded({ dataDir: process.argv[2] ?? '', name: 'example' });
process.stdout.write(`${JSON.stringify({ pid: server.pid(), url: server.url })}\n`);
setInterval(() => undefined, 60_000);
