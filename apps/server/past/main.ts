import { setPriority } from 'node:os';
import { openDatabase } from '#kit/db/index.ts';
import { fillPast } from './fill.ts';

/** Lower than the living network's. */
const NICENESS = 10;
/** The share of the time that is left to others between two parts. */
const PAUSE_SHARE = 0.05;
const SEED = 1;

setPriority(NICENESS);
// The address holds a password, so it comes through the pipe, whose end is also that of the parent.
let isBegun = false;
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  if (isBegun) return;
  isBegun = true;
  void fill(text.trim());
});
process.stdin.on('end', () => process.exit(0));

async function fill(url: string): Promise<void> {
  const database = openDatabase({ url, name: 'past', systemConnections: 1, appConnections: 1 });
  try {
    await fillPast(database, {
      seed: SEED,
      days: Number(process.env['PAST_DAYS'] ?? 400),
      log: (line) => console.log(`past: ${line}`),
      pause: (tookMs) => new Promise((resolve) => void setTimeout(resolve, tookMs * PAUSE_SHARE)),
      nowMs: () => Date.now(),
    });
  } catch (error) {
    console.error(`past: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
  await database.close().catch(() => undefined);
  process.exit();
}
