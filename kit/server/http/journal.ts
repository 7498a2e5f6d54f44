import type { Words } from '#kit/fields/words.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { Extras } from '../context/route.ts';
import type { Trail } from '../context/change-trail.ts';
import type { Viewer } from '../context/viewer.ts';

/** A call that is logged: the user, the action, the client and the outcome. */
export interface JournalEntry {
  readonly feature: Feature;
  readonly endpoint: Endpoint;
  /** The name of the endpoint in its API. */
  readonly name: string;
  readonly method: string;
  readonly viewer: Viewer | undefined;
  /** The parsed input; the raw one when parsing refused it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly client: Extras['client'];
  readonly at: Date;
  readonly tookMs: number;
  readonly outcome: 'done' | 'refused' | 'failed';
  /** The reason of a failure, in three languages. */
  readonly reason?: Words;
  /** The answer of a sign-in, which identifies the user. */
  readonly answer?: unknown;
  readonly trail?: Trail;
}

/** Logs the actions of users. The router calls it for every audited endpoint; handlers do not. */
export interface Journal {
  /** Writes within the transaction of the effect, or in its own when there is none. An error rolls back the effect. */
  readonly recordSuccess: (entry: JournalEntry, db: Tx | undefined) => Promise<void>;
  /** Logs a refused or failed call. Never waits and never throws. */
  readonly recordFailure: (entry: JournalEntry) => void;
}
