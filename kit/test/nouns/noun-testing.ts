import type { Database } from '#kit/db/index.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Input } from './call-endpoint.ts';
import type { BenchRows } from './bench-rows.ts';
import type { Owner, Level } from './owner.ts';

/** Helpers for creating a row with the existing test data, as staff of the platform. */
export interface Builder {
  readonly database: Database;
  /** Calls as the platform and expects success. */
  readonly ok: (endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** Calls as staff of the position's tenant. */
  readonly okAsStaff: (owner: Owner, endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** The key of a noun's row at a position, or at the wider one to which the noun belongs. */
  readonly key: (noun: string, owner: Owner) => string;
  readonly make: (noun: string, owner: Owner) => Promise<string>;
  /** A number that was not used yet. */
  readonly next: () => number;
  /** A counter from 1 for each name. */
  readonly nextOf: (name: string) => number;
  readonly builtInRole: (code: string) => string;
}

/** How the rows of a noun are created. */
export interface RowMaker {
  /** The level of the rows: one is created at every position of this level. */
  readonly level: Level;
  /** Nouns whose rows must exist before; tenants, agents and stations always do. */
  readonly needs?: readonly string[];
  /** The input of an add, if users add such rows. */
  readonly draft?: (builder: Builder, owner: Owner) => Promise<Input>;
  /** Creates another row at a position and returns its key. */
  readonly make: (builder: Builder, owner: Owner) => Promise<string>;
}

/** Helpers for the sample inputs of a call. */
export interface SampleMaker {
  readonly builder: Builder;
  readonly owner: Owner;
  /** Creates new rows for everything that the call will change or delete. */
  readonly fresh: boolean;
  /** A row of a noun at the position: a new one if `fresh` is set. */
  readonly own: (noun: string) => Promise<string>;
  /** The stored value of a field in the row with this key. */
  readonly valueOf: (noun: string, key: string, field: string) => Promise<string>;
}
export type Samples = (maker: SampleMaker) => Promise<readonly Input[]>;

/** How an input refers to a row of a noun, when it is not named like the noun's key. */
export interface Alias {
  /** The field that the input contains; the key by default. */
  readonly field?: string;
  /** Another input that says to which noun the row belongs: the nouns by its values. */
  readonly nounBy?: { readonly input: string; readonly nouns: Readonly<Record<string, string>> };
}

/** Reasons by endpoint. */
type Reasons = Readonly<Record<string, string>>;

/** What tests and benchmarks need of a feature. The file `<noun>.testing.ts` beside the feature exports it, and is found there without a list. */
export interface NounTesting {
  /** The name of the feature. */
  readonly name: string;
  /** How its rows are created; required for every feature with a resource. */
  readonly rows?: RowMaker;
  /** Many rows for the benchmark of lists; required for every feature with a resource. */
  readonly bench?: BenchRows;
  /** By endpoint: inputs that do not follow from its declaration. A call with them succeeds when the caller may see all rows that they name. */
  readonly samples?: Readonly<Record<string, Samples>>;
  /** By input, for all endpoints; with the name of an endpoint and a space before it, only for that endpoint of this feature. */
  readonly aliases?: Readonly<Record<string, Alias>>;
  /** Inputs that are named like a reference to a row but are none. Written like `aliases`. */
  readonly namesNoRow?: readonly string[];
  /** Endpoints that need no session, with the reason. */
  readonly isPublic?: Reasons;
  /** Endpoints that cannot succeed with the test data, with the reason. */
  readonly neverSucceeds?: Reasons;
  /** Endpoints that require what the test data cannot provide, and their refusal. */
  readonly refusedHere?: Reasons;
  /** By endpoint and input: why a foreign row may be answered differently from one that does not exist. */
  readonly mayRevealExistence?: Reasons;
}

/** Types the export `testing` of a `<noun>.testing.ts`. */
export const nounTesting = (testing: NounTesting): NounTesting => testing;
