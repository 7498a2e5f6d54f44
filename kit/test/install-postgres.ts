import { execFile } from 'node:child_process';
import { appendFile, mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { machinePrograms } from '../db/embedded/index.ts';

const run = promisify(execFile);

export const machineHasServer = async (): Promise<boolean> => (await machinePrograms()).length > 0;

/** Installs the distribution's PostgreSQL without the cluster that it would create and start; needs root and apt. */
export const installServer = async (): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await mkdir('/etc/postgresql-common', { recursive: true });
  await appendFile('/etc/postgresql-common/createcluster.conf', '\ncreate_main_cluster = false\n');
  await run('apt-get', ['update', '-q'], { env });
  const quietly = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  await run('apt-get', ['install', ...quietly, 'postgresql', 'postgresql-contrib'], { env });
};
