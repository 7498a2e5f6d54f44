/** A module of the client as the bundler knows it. */
export interface BundledModule {
  readonly id: string;
  /** Its length in characters before it is minified. */
  readonly length: number;
  /** The modules that it imports statically. */
  readonly imports: readonly string[];
  /** For a module that is imported by `import()`: its id, or a name for several of them that are always loaded together. */
  readonly entry?: string | undefined;
  /** For a module of a script that is decided already: the name of that script. */
  readonly script?: string | undefined;
  /** Libraries are not mixed with our code. */
  readonly isLibrary: boolean;
}

/**
 * What one more request costs a page, in characters of code before they are minified and compressed to a quarter. 20 ms of latency with six requests at a
 * time would be 16,000 on a line of 10 Mbit/s; with that, scripts are hardly fewer and pages load a fourteenth more code
 * (docs/decisions/0147-few-scripts.md).
 */
export const REQUEST_LENGTH = 6_000;

/** Modules that are loaded together. */
interface Script {
  readonly modules: string[];
  length: number;
  /** A bit for each entry that loads the script. */
  users: bigint;
  readonly imports: Set<Script>;
  /** The modules in it that are entries. */
  readonly entries: string[];
  /** False when the script is decided already, and when it begins with an entry, without which nothing in it is needed. */
  readonly isShared: boolean;
}

/**
 * Divides the modules that several entries share among few scripts, and returns the number of each module's script. The bundler makes a script for
 * each set of entries that share something, most of them of a kilobyte, so that a page requests dozens. Here two scripts become one while the requests
 * that this saves cost more than the code that some entries then load without need. No two scripts import each other, not even through others.
 */
export const divideShared = (modules: readonly BundledModule[]): ReadonlyMap<string, number> => {
  const scripts = separateScripts(modules.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  while (mergeSome(scripts));
  // The bundler itself makes the script of a single entry.
  const divided = [...scripts].filter(({ isShared, entries }) => isShared || entries.length > 1);
  return new Map(divided.flatMap((script, index) => script.modules.map((id) => [id, index])));
};

/** A script for each entry, with what only it needs, and one for each set of entries that share a module. */
const separateScripts = (modules: readonly BundledModule[]): Set<Script> => {
  const names = [...new Set(modules.flatMap(({ entry }) => entry ?? []))];
  const bitOf = new Map(names.map((entry, index) => [entry, 1n << BigInt(index)]));
  const usersOf = usersByModule(modules, bitOf);
  const scripts = new Map<string, Script>();
  const scriptOf = new Map<string, Script>();
  for (const { id, length, entry, script: decided, isLibrary } of modules) {
    const users = usersOf.get(id);
    if (users === undefined) continue;
    const bits = bitOf.get(entry ?? '') ?? users;
    const key = decided ?? `${isLibrary ? 'library' : 'ours'} ${bits}`;
    const isShared = decided === undefined && !isLibrary && countOf(bits) > 1;
    const script = scripts.get(key) ?? { modules: [], length: 0, users: 0n, imports: new Set<Script>(), entries: [], isShared };
    script.modules.push(id);
    if (entry !== undefined) script.entries.push(id);
    script.length += length;
    script.users |= users;
    scripts.set(key, script);
    scriptOf.set(id, script);
  }
  for (const { id, imports } of modules) {
    const script = scriptOf.get(id);
    for (const imported of imports.flatMap((each) => scriptOf.get(each) ?? [])) if (imported !== script) script?.imports.add(imported);
  }
  return new Set(scripts.values());
};

const usersByModule = (modules: readonly BundledModule[], bitOf: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> => {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const usersOf = new Map<string, bigint>();
  for (const { id: from, entry } of modules)
    for (const id of entry === undefined ? [] : withReached([from], (each) => byId.get(each)?.imports.filter((imported) => byId.has(imported)) ?? []))
      usersOf.set(id, (usersOf.get(id) ?? 0n) | (bitOf.get(entry ?? '') ?? 0n));
  return usersOf;
};

/** Merges the pairs of one pass that save the most; false when none saves anything. */
const mergeSome = (scripts: Set<Script>): boolean => {
  const shared = [...scripts].filter(({ isShared }) => isShared);
  const pairs = shared.flatMap((one, index) =>
    shared.slice(index + 1).flatMap((other) => ((one.users & other.users) === 0n ? [] : [{ one, other, saved: savedBy(one, other) }])),
  );
  const merged = new Set<Script>();
  for (const { one, other } of pairs.filter(({ saved }) => saved > 0).toSorted((first, second) => second.saved - first.saved)) {
    // What was computed before another pair was merged may no longer be true.
    if (merged.has(one) || merged.has(other) || savedBy(one, other) <= 0) continue;
    merge(scripts, one, other);
    merged.add(one).add(other);
  }
  return merged.size > 0;
};

/** The length of code that the requests saved by one script of the two are worth, without what some entries then load in vain. */
const savedBy = (one: Script, other: Script): number => {
  if (importsThroughOthers(one, other) || importsThroughOthers(other, one)) return 0;
  const users = one.users | other.users;
  const wasted = (script: Script, each: number): number => each * countOf(users & ~script.users);
  let saved = REQUEST_LENGTH * countOf(one.users & other.users) - wasted(one, one.length) - wasted(other, other.length);
  for (const script of withReached([one, other], importsOf)) {
    if (saved <= 0) return 0;
    if (script !== one && script !== other) saved -= wasted(script, script.length + REQUEST_LENGTH);
  }
  return saved;
};

/** Merged with `imported`, such a script would import itself. */
const importsThroughOthers = (script: Script, imported: Script): boolean =>
  withReached(
    [...script.imports].filter((each) => each !== imported),
    importsOf,
  ).has(imported);

const merge = (scripts: Set<Script>, one: Script, other: Script): void => {
  one.modules.push(...other.modules);
  one.length += other.length;
  for (const imported of other.imports) one.imports.add(imported);
  for (const itself of [one, other]) one.imports.delete(itself);
  for (const script of withReached([one], importsOf)) script.users |= one.users | other.users;
  scripts.delete(other);
  for (const script of scripts) if (script !== one && script.imports.delete(other)) script.imports.add(one);
};

const importsOf = ({ imports }: Script): Iterable<Script> => imports;

/** The given nodes and all that they lead to. */
const withReached = <T>(from: readonly T[], leadsTo: (node: T) => Iterable<T>): ReadonlySet<T> => {
  const reached = new Set(from);
  for (const node of reached) for (const next of leadsTo(node)) reached.add(next);
  return reached;
};

const countOf = (bits: bigint): number => {
  let count = 0;
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
};
