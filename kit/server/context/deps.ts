import type { Logger } from 'pino';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { Registry } from './registry.ts';
import type { Secrets } from '../security/secrets.ts';

/** The dependencies of device handlers and workers. They have no viewer and see all tenants through the system role. */
export interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  /** Only wake-ups, which may be lost; anything else must be a row in a table. */
  readonly bus: Bus;
  readonly live: LivePublisher;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Decrypts values that are sealed in the database. */
  readonly secrets: Secrets;
  /** The name of this process in `pile_state.node`. */
  readonly node: string;
}

/** Publishes a message to browsers that watch a topic. Called after a commit; it never waits and never throws. */
export interface LivePublisher {
  publish(topic: string, data: unknown): void;
}
