import { readFileSync } from 'node:fs';

/** The user a server process runs as; PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined means "as the caller". Under root: `postgres` where the machine has it, else `nobody`. */
export const serverAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found)
    throw new Error('PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" user. Start as another user.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
};
