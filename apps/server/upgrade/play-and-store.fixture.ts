import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDemo } from '#apps/simulator/demo/demo.ts';
import { PASSWORD } from '#kit/test/nouns/row-makers.ts';
import { placesOf } from '../testing/positions.ts';
import { startProcesses } from '../testing/processes.ts';
import { samplesOf } from '../testing/samples.ts';
import { HOME, startServerTestbed } from '../testing/world.ts';
import type { ServerTestbed } from '../testing/world.ts';
import { writeStored } from './stored-data.fixture.ts';

/** The longest that the demo runs until enough orders exist. */
const PLAY_MAX_MS = 240_000;
const POLL_MS = 2_000;

/**
 * Stores the rows of a database in which every noun has some: the data of the scope matrix after every act that deletes nothing, and the demo
 * network, run until orders of several kinds are billed while others charge.
 */
export const runAndStore = async (file: string): Promise<void> => {
  const world = await startServerTestbed();
  await actOnce(world);
  const processes = await startProcesses('stored', ['api', 'worker', 'gateway'], world);
  const memoryFolder = await mkdtemp(path.join(tmpdir(), 'chargeops-stored-'));
  const { http = 0, ocpp = 0, pile = 0 } = processes.first.ports;
  const demo = await runDemo(
    {
      url: `http://127.0.0.1:${http}`,
      password: PASSWORD,
      ocppUrl: `ws://127.0.0.1:${ocpp}/ocpp`,
      pileHost: '127.0.0.1',
      pilePort: pile,
      seed: 1,
      memoryFolder,
    },
    () => undefined,
  );
  const endMs = Date.now() + PLAY_MAX_MS;
  while (!(await hasEnough(world))) {
    if (Date.now() > endMs) throw new Error('The demo has not played enough to be stored.');
    await sleep(POLL_MS);
  }
  // The process is killed first, so orders that charge are stored as charging.
  await processes.close();
  demo.stop();
  await writeStored(file, world.database, { secret: world.secret, password: PASSWORD });
  await world.close();
  await rm(memoryFolder, { recursive: true, force: true });
};

const DELETES = /delete|remove|logout|revoke|recycle|clear|end|reset|switch|disable/iu;

/** An act that is refused is skipped, because some acts need a code or a file. */
const actOnce = async (world: ServerTestbed): Promise<void> => {
  const { token } = world.person('platform');
  for (const place of placesOf(world.server.registry)) {
    if (place.endpoint.method === 'GET' || DELETES.test(place.name)) continue;
    const [input] = await samplesOf(place, { world, owner: HOME, needsOwnRows: true });
    await world.ask(token, place.endpoint, input);
  }
};

const hasEnough = async ({ database }: ServerTestbed): Promise<boolean> => {
  const [played] = await database.asSuperuser<{ billed: number; charging: number; seals: number }>(
    `SELECT count(*) FILTER (WHERE order_state = 4 AND charging_elec > 0)::int AS billed, count(*) FILTER (WHERE order_state = 2)::int AS charging,
       (SELECT count(*) FROM ledger.seal)::int AS seals FROM charging_order WHERE start_time > now() - interval '1 hour'`,
  );
  return played !== undefined && played.billed >= 4 && played.charging >= 6 && played.seals > 0;
};
