import { storedKeys } from './keys.ts';
import { startStandIn } from './stand-in.ts';

/**
 * The stand-in provider as a program of its own: WeChat Pay, Alipay, Stripe and an invoice service on one port of this machine, with keys that it shows
 * under `/_ctl`.
 * STAND_IN_PORT is its port, and 0 any; STAND_IN_TIME_FACTOR makes the repetitions of notifications faster; STAND_IN_KEYS is a file that keeps the keys,
 * which otherwise are made anew at each start. Started by another program, it ends with it.
 */
const PORT = 9700;
const PARENT_CHECK_MS = 1_000;
const port = Number(process.env['STAND_IN_PORT'] ?? PORT);
const timeFactor = Number(process.env['STAND_IN_TIME_FACTOR'] ?? 1);
const keyFile = process.env['STAND_IN_KEYS'];
if (!Number.isInteger(port) || port < 0 || port > 65_535 || !(timeFactor > 0)) {
  console.error('STAND_IN_PORT must be a port, and STAND_IN_TIME_FACTOR a number above 0.');
  process.exit(1);
}
const INVOICE_DELAY_MS = 4_000;
const standIn = await startStandIn({ port, timeFactor, ...(keyFile && { keys: storedKeys(keyFile) }) });
standIn.invoices.books.delayMs = INVOICE_DELAY_MS / timeFactor;
console.log(`The stand-in for WeChat Pay, Alipay and Stripe listens on ${standIn.origin}. No money moves.`);
const end = (): void => void standIn.close().then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
const parent = process.ppid;
setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS).unref();
