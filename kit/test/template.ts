import pg from 'pg';
import type { Embedded } from '../db/embedded/index.ts';
import { migrate } from '../db/schema/migrate.ts';
import { workingAddress } from '../db/schema/working-role.ts';

/** The name of the migrated database from which every test database is copied. */
export const templateName = 'chargeops_template';

/** Applies all migrations once, as the owner and not as a superuser, as in production; returns the address for working on it. */
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

/** The address with which the program works on a migrated database in tests, which have no master key. */
export const testAddress = (ownerUrl: string): Promise<string> =>
  workingAddress({ ownerUrl, keys: [{ id: '00000000', passwordOf: (role) => `${role} of tests` }], scramIterations: 1 });

/** The same sign-in on another database. */
export const inDatabase = (url: string, database: string): string => url.replace(/\/[^/?@]+(\?|$)/, `/${database}$1`);
