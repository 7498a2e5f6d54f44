import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { inSystem } from '#kit/db/index.ts';

/** Whose a pile is. */
export interface PileHome {
  readonly cpCode: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
}

/** Knows the home of each pile for the hot path; only unknown codes are asked again, since a pile that is added anew elsewhere says so when it logs in. */
export interface PileDirectory {
  /** The homes of the known ones among these codes. */
  homes(cpCodes: Iterable<string>): Promise<ReadonlyMap<string, PileHome>>;
  /** Somebody has read a home already. */
  know(home: PileHome): void;
}

export const createPileDirectory = (database: Database): PileDirectory => {
  const known = new Map<string, PileHome>();
  return {
    homes: async (cpCodes) => {
      const unknown = [...new Set(cpCodes)].filter((cpCode) => !known.has(cpCode));
      if (unknown.length > 0) for (const home of await load(database, unknown)) known.set(home.cpCode, home);
      return known;
    },
    know: (home) => void known.set(home.cpCode, home),
  };
};

const load = (database: Database, cpCodes: readonly string[]): Promise<readonly PileHome[]> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      cpCode: string;
      tenantId: bigint;
      agentId: bigint;
      stationId: bigint;
    }>`select cp_code, tenant_id, agent_id, station_id from pile where cp_code = any(${cpCodes}::text[])`.execute(tx);
    return rows.map((row) => ({
      cpCode: row.cpCode,
      tenantId: String(row.tenantId),
      agentId: String(row.agentId),
      stationId: String(row.stationId),
    }));
  });
