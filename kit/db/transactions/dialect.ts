import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Db, Tables } from '../tables.ts';

/**
 * Kysely with camelCase names on a pool; keys inside jsonb values are unchanged. `scope` contains statements that follow the BEGIN of each
 * transaction. They belong to a Kysely of their own. AsyncLocalStorage could pass them too, but it slows down every promise of the process
 * (docs/decisions/0068-no-async-local-storage.md).
 */
export const kyselyOn = (pool: pg.Pool, scope = ''): Db =>
  new Kysely<Tables>({ dialect: new ScopedDialect({ pool }, scope), plugins: [camelCaseNames] });

/** Shared, because it caches the names that it has converted. */
const camelCaseNames = new CamelCasePlugin({ maintainNestedObjectKeys: true });

class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #scope: string;

  constructor(config: PostgresDialectConfig, scope: string) {
    super(config);
    this.#config = config;
    this.#scope = scope;
  }

  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config, this.#scope);
  }
}

/** Sends BEGIN and the settings of the scope in one message, which saves a round trip in each request. */
class ScopedDriver extends PostgresDriver {
  readonly #scope: string;

  constructor(config: PostgresDialectConfig, scope: string) {
    super(config);
    this.#scope = scope;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (this.#scope === '' || settings.isolationLevel) return super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`BEGIN ${settings.accessMode ?? ''}; ${this.#scope}`));
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}
