import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverAccount } from '../db/embedded/account.ts';
import { findBinaries } from '../db/embedded/binaries.ts';

const run = promisify(execFile);

export const machineHasServer = async (): Promise<boolean> =>
  findBinaries(serverAccount(), 'system').then(() => true, () => false);

/** Installs the distribution's PostgreSQL; needs root and apt. The server it would start by itself is not used. */
export const installServer = async (): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql', 'postgresql-contrib'], { env });
};
