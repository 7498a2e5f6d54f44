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
import { scopeStatements } from './scope.ts';
import type { Db, Tables } from '../tables.ts';

/** Kysely with camelCase names on a pool; keys inside jsonb values stay as they are. */
export const kyselyOn = (pool: pg.Pool): Db =>
  new Kysely<Tables>({ dialect: new ScopedDialect({ pool }), plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });

class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new ScopedDriver(this.#config);
  }
}

/** BEGIN and the settings of the scope go to the server as one message: one round trip less in every request. */
class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const scope = scopeStatements.getStore();
    if (!scope || settings.isolationLevel) return super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`BEGIN ${settings.accessMode ?? ''}; ${scope}`));
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}
