import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a program (`node --import`), this puts its clock ahead of the machine's by as much as is told at the socket `CLOCK_SOCKET`: `POST /?ms=60000`
 * adds a minute. Timers keep their pace.
 */
const RealDate = Date;
const realNow = RealDate.now;
let aheadMs = 0;
const now = () => realNow() + aheadMs;

RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, called) => Reflect.construct(target, values.length === 0 ? [now()] : values, called),
  apply: () => new RealDate(now()).toString(),
});

const socket = process.env.CLOCK_SOCKET;
if (socket !== undefined && isMainThread) {
  rmSync(socket, { force: true });
  const server = createServer((request, response) => {
    aheadMs += Number(new URL(request.url ?? '/', 'http://clock').searchParams.get('ms') ?? 0);
    response.end();
  });
  server.listen(socket).unref();
}
