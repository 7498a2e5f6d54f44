import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { createAddress } from './address.server.ts';

/** The token of an address for a log, as a pile would get it. */
export const logAddress = (database: Database, { cpCode, pileLogId }: { readonly cpCode: string; readonly pileLogId: string }): Promise<string> =>
  inSystem(database, (tx) => createAddress(tx, { cpCode, pileLogId, expiresAt: new Date(Date.now() + 60_000) }));
