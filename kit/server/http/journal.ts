import type { Words } from '#kit/fields/words.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { Extras } from '../context/route.ts';
import type { Trail } from '../context/change-trail.ts';
import type { Viewer } from '../context/viewer.ts';

/** One call that must be answered for: who did what, from where, and what came of it. */
export interface JournalEntry {
  readonly feature: Feature;
  readonly endpoint: Endpoint;
  /** Of the endpoint in its api. */
  readonly name: string;
  readonly method: string;
  readonly viewer: Viewer | undefined;
  /** As far as it was read; raw when it was refused. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly client: Extras['client'];
  readonly at: Date;
  readonly tookMs: number;
  readonly outcome: 'done' | 'refused' | 'failed';
  /** Why not, in three languages. */
  readonly reason?: Words;
  /** What a sign-in answered: it tells whose it was. */
  readonly answer?: unknown;
  readonly trail?: Trail;
}

/** Keeps what people do. The router calls it for every endpoint that is an act; no handler has to. */
export interface Journal {
  /** Writes into the transaction of the effect, or in one of its own when there is none. A throw undoes the effect. */
  readonly recordSuccess: (entry: JournalEntry, db: Tx | undefined) => Promise<void>;
  /** What was refused or broke. Never waits, never throws. */
  readonly recordFailure: (entry: JournalEntry) => void;
}
