import pg from 'pg';
import type { Embedded } from '../db/embedded/index.ts';
import { migrate } from '../db/migrate.ts';

/** Name of the migrated database that every test database is a copy of. */
export const templateName = 'chargeops_template';

/** Applies all migrations once, as the owner and not as a superuser, as production does. */
export const migratedTemplate = async ({ url, superuserUrl }: Pick<Embedded, 'url' | 'superuserUrl'>): Promise<void> => {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${templateName} OWNER chargeops`);
    await migrate({ url: inDatabase(url, templateName) });
  } finally {
    await client.end();
  }
};

/** The same sign-in, another database. */
export const inDatabase = (url: string, database: string): string => url.replace(/\/[^/?@]+(\?|$)/, `/${database}$1`);
