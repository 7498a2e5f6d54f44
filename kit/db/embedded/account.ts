import { readFileSync } from 'node:fs';

/** The user account of the server process; PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined means the user of this process. For root, it is `postgres` if the machine has it, otherwise `nobody`. */
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
