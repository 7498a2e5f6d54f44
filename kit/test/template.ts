import pg from 'pg';
import type { Embedded } from '../db/embedded/index.ts';
import { migrate } from '../db/schema/migrate.ts';
import { workingAddress } from '../db/schema/working-role.ts';

/** Name of the migrated database that every test database is a copy of. */
export const templateName = 'chargeops_template';

/** Applies all migrations once, as the owner and not as a superuser, as production does; answers the address to work on it. */
export const migratedTemplate = async ({ url, superuserUrl }: Pick<Embedded, 'url' | 'superuserUrl'>): Promise<string> => {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${templateName} OWNER chargeops`);
    const ownerUrl = inDatabase(url, templateName);
    await migrate({ url: ownerUrl });
    return await testAddress(ownerUrl);
  } finally {
    await client.end();
  }
};

/** Under which the program works on a migrated database where no master key is. */
export const testAddress = (ownerUrl: string): Promise<string> =>
  workingAddress({ ownerUrl, keys: [{ id: '00000000', passwordOf: (role) => `${role} of tests` }], scramIterations: 1 });

/** The same sign-in, another database. */
export const inDatabase = (url: string, database: string): string => url.replace(/\/[^/?@]+(\?|$)/, `/${database}$1`);
