import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { inSystem } from '#kit/db/index.ts';

/** The tenant, agent and station of a pile. */
export interface PileScope {
  readonly cpCode: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
}

/**
 * Caches the scope of each pile for the hot path. Only unknown codes are read from the database; a pile that is created again elsewhere is updated
 * when it logs in.
 */
export interface PileDirectory {
  /** A map that holds the scopes of these codes, as far as they belong to piles. */
  scopesOf(cpCodes: Iterable<string>): Promise<ReadonlyMap<string, PileScope>>;
  /** Adds a scope that the caller has read already. */
  add(scope: PileScope): void;
}

export const createPileDirectory = (database: Database): PileDirectory => {
  const scopes = new Map<string, PileScope>();
  return {
    scopesOf: async (cpCodes) => {
      const missing = [...new Set(cpCodes)].filter((cpCode) => !scopes.has(cpCode));
      if (missing.length > 0) for (const scope of await load(database, missing)) scopes.set(scope.cpCode, scope);
      return scopes;
    },
    add: (scope) => void scopes.set(scope.cpCode, scope),
  };
};

const load = (database: Database, cpCodes: readonly string[]): Promise<readonly PileScope[]> =>
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
