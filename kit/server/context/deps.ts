import type { Logger } from 'pino';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { Registry } from './registry.ts';
import type { Secrets } from '../security/secrets.ts';

/** What device handlers and workers are given. They have no viewer, and see every tenant through the system role. */
export interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  /** Wake-ups only; what must not be lost is a row. */
  readonly bus: Bus;
  readonly live: LivePublisher;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Opens what is sealed in the database. */
  readonly secrets: Secrets;
  /** Names this process in `pile_state.node`. */
  readonly node: string;
}

/** Pushes to the browsers that watch a topic. Called after a commit; never waits, never throws. */
export interface LivePublisher {
  publish(topic: string, data: unknown): void;
}
