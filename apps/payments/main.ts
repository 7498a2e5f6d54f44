import { startStandIn } from './stand-in.ts';

/**
 * The stand-in provider as a program of its own: WeChat Pay, Alipay and Stripe on one port of this machine, with keys that it makes anew at each start
 * and shows under `/_ctl`. STAND_IN_PORT is its port; STAND_IN_TIME_FACTOR makes the repetitions of notifications faster.
 */
const PORT = 9700;
const port = Number(process.env['STAND_IN_PORT'] ?? PORT);
const timeFactor = Number(process.env['STAND_IN_TIME_FACTOR'] ?? 1);
if (!Number.isInteger(port) || port < 0 || port > 65_535 || !(timeFactor > 0)) {
  console.error('STAND_IN_PORT must be a port, and STAND_IN_TIME_FACTOR a number above 0.');
  process.exit(1);
}
const standIn = await startStandIn({ port, timeFactor });
console.log(`The stand-in for WeChat Pay, Alipay and Stripe listens on ${standIn.origin}. No money moves.`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void standIn.close().then(() => process.exit(0)));
