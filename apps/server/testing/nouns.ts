import { gatherTestings } from '#kit/test/nouns/gather.ts';
import type { NounTesting, RowMaker } from '#kit/test/nouns/noun-testing.ts';

/** The test declarations of every feature, in the order in which their rows depend on each other. */
export const testings: readonly NounTesting[] = await gatherTestings();

/** The maker of the rows of each noun. */
export const rowMakers: Readonly<Record<string, RowMaker>> = Object.fromEntries(testings.flatMap(({ name, rows }) => (rows ? [[name, rows]] : [])));

/** The maker of a noun's rows; fails for a noun without one. */
export const rowMakerOf = (noun: string): RowMaker => {
  const maker = rowMakers[noun];
  if (!maker) throw new Error(`say in ${noun}.testing.ts how its rows are made`);
  return maker;
};

type ByEndpoint = 'samples' | 'isPublic' | 'neverSucceeds' | 'refusedHere' | 'mayRevealExistence';

/** The declarations of all features about their endpoints, by the endpoint's full name: `station.edit`. */
const ofEndpoints = <K extends ByEndpoint>(key: K): Readonly<Record<string, NonNullable<NounTesting[K]>[string]>> =>
  Object.fromEntries(
    testings.flatMap(({ name, [key]: declared = {} }) => Object.entries(declared).map(([endpoint, value]) => [`${name}.${endpoint}`, value])),
  );

export const declaredSamples = ofEndpoints('samples');
/** Endpoints that answer without a session. */
export const publicEndpoints = ofEndpoints('isPublic');
/** Endpoints that have no successful answer with the test data. */
export const neverSucceeds = ofEndpoints('neverSucceeds');
/** Endpoints that need something the test data cannot provide, with the error they return there. */
export const expectedErrors = ofEndpoints('refusedHere');
/** Inputs exempt from the rule that an out-of-scope id must be indistinguishable from a missing one. */
export const mayRevealExistence = ofEndpoints('mayRevealExistence');
