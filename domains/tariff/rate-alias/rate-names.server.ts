import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { RateNames } from './rate-alias.ts';

/** The names of the fee items at a station that differ from those of the program. Without a station: those of the tenant. */
export const rateNames = async (
  tx: Tx,
  { tenantId, stationId }: { readonly tenantId: string; readonly stationId: string | null },
): Promise<RateNames> => {
  const { rows } = await sql<{ names: RateNames | null }>`select rate_names(${tenantId}, ${stationId}) as names`.execute(tx);
  return rows[0]?.names ?? {};
};
