import type { Database } from '#kit/db/index.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Input } from './call-endpoint.ts';
import type { BenchRows } from './bench-rows.ts';
import type { Corner, Level } from './corner.ts';

/** What a row is made with: the world so far, as the platform's own staff. */
export interface Builder {
  readonly database: Database;
  /** Asks as the platform and wants a yes. */
  readonly ok: (endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** Asks as the staff of the corner's tenant. */
  readonly okAsStaff: (corner: Corner, endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** The row of a noun that stands at a corner, or at the wider one the noun belongs to. */
  readonly key: (noun: string, corner: Corner) => string;
  readonly make: (noun: string, corner: Corner) => Promise<string>;
  /** A number nobody has had yet. */
  readonly next: () => number;
  /** Counts from 1 by name. */
  readonly nextOf: (name: string) => number;
  readonly builtInRole: (code: string) => string;
}

/** How the rows of a noun are made. */
export interface RowMaker {
  /** How near a row stands: one is made at every corner of this level. */
  readonly level: Level;
  /** Nouns whose rows have to be there before; tenants, agents and stations always are. */
  readonly needs?: readonly string[];
  /** What an add wants, if people add such rows. */
  readonly draft?: (builder: Builder, corner: Corner) => Promise<Input>;
  /** Makes one more row at a corner and answers its key. */
  readonly make: (builder: Builder, corner: Corner) => Promise<string>;
}

/** What the sample inputs of a call are made with. */
export interface SampleMaker {
  readonly builder: Builder;
  readonly corner: Corner;
  /** Makes rows of its own for whatever the call will change or delete. */
  readonly fresh: boolean;
  /** A row of a noun at the corner: one of its own if the samples are to be fresh. */
  readonly own: (noun: string) => Promise<string>;
  /** What a field says, as it is stored, in the row of a noun with this key. */
  readonly valueOf: (noun: string, key: string, field: string) => Promise<string>;
}
export type Samples = (maker: SampleMaker) => Promise<readonly Input[]>;

/** How an input that is not called like the key of the noun names a row of it. */
export interface Alias {
  /** The field that is given; the key when left out. */
  readonly field?: string;
  /** An input beside it that says whose row is named: the nouns by its values. */
  readonly nounBy?: { readonly input: string; readonly nouns: Readonly<Record<string, string>> };
}

/** A reason, by the endpoint that it is about. */
type Reasons = Readonly<Record<string, string>>;

/** What tests and benches need of a feature. Stands beside it as `<noun>.testing.ts` and is found there; nothing lists it. */
export interface NounTesting {
  /** The feature's name. */
  readonly name: string;
  /** How its rows are made; every feature with a resource says it. */
  readonly rows?: RowMaker;
  /** Many rows for the bench of lists; every feature with a resource says it. */
  readonly bench?: BenchRows;
  /** By endpoint: inputs that its shape does not tell. Each is answered with yes when all that it names is the asker's own. */
  readonly samples?: Readonly<Record<string, Samples>>;
  /** By input, of any endpoint; with the endpoint's name and a space before it, of that endpoint of this feature alone. */
  readonly aliases?: Readonly<Record<string, Alias>>;
  /** Inputs that are called as if they named a row, and name none. Written like `aliases`. */
  readonly namesNoRow?: readonly string[];
  /** Endpoints that answer without a session, and why. */
  readonly isPublic?: Reasons;
  /** Endpoints that have no right answer in the tests' world, and why. */
  readonly neverSucceeds?: Reasons;
  /** Endpoints that want what the tests' world cannot bring, and what they say there. */
  readonly refusedHere?: Reasons;
  /** By endpoint and input: why a foreign name may be answered otherwise than one that nothing has. */
  readonly mayRevealExistence?: Reasons;
}

/** Types what a `<noun>.testing.ts` exports as `testing`. */
export const nounTesting = (testing: NounTesting): NounTesting => testing;
