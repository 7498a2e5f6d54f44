import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideShared, REQUEST_LENGTH } from './shared-scripts.ts';
import type { BundledModule } from './shared-scripts.ts';

const ours = (id: string, imports: readonly string[], rest: Partial<BundledModule> = {}): BundledModule => ({
  id,
  length: 500,
  imports,
  isLibrary: false,
  ...rest,
});
const page = (id: string, imports: readonly string[], rest: Partial<BundledModule> = {}): BundledModule => ours(id, imports, { entry: id, ...rest });

/** Modules that import only later ones, as a program without circles does; no library imports our code. */
const programs = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 20_000 }),
      imports: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
      isEntry: fc.boolean(),
      isLibrary: fc.boolean(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((modules) =>
    modules.map(({ length, imports, isEntry, isLibrary }, index): BundledModule => {
      const imported = imports.map((step) => index + step).filter((each) => modules[each] && (!isLibrary || modules[each].isLibrary));
      const id = String(index);
      return { id, length, imports: imported.map(String), entry: isEntry && !isLibrary ? id : undefined, isLibrary };
    }),
  );

/** What the entries load, each script by its name: that of an entry, of a library, or the number of a divided one. */
const loadedScripts = (modules: readonly BundledModule[], scriptOf: (module: BundledModule) => string) => {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const content = new Map<string, BundledModule[]>();
  for (const module of modules) content.set(scriptOf(module), [...(content.get(scriptOf(module)) ?? []), module]);
  const reachedFrom = (name: string): ReadonlySet<string> => {
    const reached = new Set([name]);
    for (const script of reached)
      for (const { imports } of content.get(script) ?? [])
        for (const imported of imports.flatMap((id) => byId.get(id) ?? [])) reached.add(scriptOf(imported));
    return reached;
  };
  return { content, reachedFrom };
};

/** The code and the requests of all entries together. */
const costOf = (modules: readonly BundledModule[], scriptOf: (module: BundledModule) => string): number => {
  const { content, reachedFrom } = loadedScripts(modules, scriptOf);
  const scripts = modules.filter(({ entry }) => entry !== undefined).flatMap((entry) => [...reachedFrom(scriptOf(entry))]);
  return scripts.reduce((sum, name) => sum + REQUEST_LENGTH + (content.get(name) ?? []).reduce((length, module) => length + module.length, 0), 0);
};

/** The name of a module's script without division: one for each set of entries that load it. */
const separately = (modules: readonly BundledModule[]): ((module: BundledModule) => string) => {
  const { reachedFrom } = loadedScripts(modules, ({ id }) => id);
  const loads = modules.filter(({ entry }) => entry !== undefined).map(({ id }) => [id, reachedFrom(id)] as const);
  const usersOf = (id: string): readonly string[] => loads.flatMap(([entry, reached]) => (reached.has(id) ? [entry] : []));
  return ({ id, entry, isLibrary }) => `${isLibrary ? 'library' : 'ours'} ${entry ?? usersOf(id).join(' ')}`;
};

describe('the division of shared code', () => {
  it('puts small modules that the same pages need into one script', () => {
    const scripts = divideShared([page('a', ['x', 'y']), page('b', ['x', 'y']), page('c', ['y']), ours('x', []), ours('y', [])]);
    expect(scripts.get('x')).toBe(scripts.get('y'));
    expect([...scripts.keys()].toSorted()).toEqual(['x', 'y']);
  });

  it('lets a page load no large module that it does not need', () => {
    const scripts = divideShared([page('a', ['x', 'y']), page('b', ['x', 'y']), page('c', ['y']), ours('x', [], { length: 50_000 }), ours('y', [])]);
    expect(scripts.get('x')).not.toBe(scripts.get('y'));
  });

  it('counts what a merged script imports, also from a script that is decided already', () => {
    const modules = [page('a', ['x', 'y']), page('b', ['x', 'y']), page('c', ['y']), ours('x', ['chart']), ours('y', [])];
    const scripts = divideShared([...modules, ours('chart', [], { length: 100_000, script: 'charts' })]);
    expect(scripts.get('x')).not.toBe(scripts.get('y'));
    expect(scripts.has('chart')).toBe(false);
  });

  it('gives entries that are loaded together one script', () => {
    const scripts = divideShared([page('a', ['x'], { entry: 'together' }), page('b', ['x'], { entry: 'together' }), page('c', []), ours('x', [])]);
    expect(new Set([scripts.get('a'), scripts.get('b'), scripts.get('x')]).size).toBe(1);
    expect(scripts.has('c')).toBe(false);
  });

  it('makes no two scripts import each other, leaves entries and libraries alone, and never costs more', () => {
    fc.assert(
      fc.property(programs, (all) => {
        const scripts = divideShared(all);
        const apart = separately(all);
        const used = all.filter((module) => !apart(module).endsWith(' '));
        const divided = (module: BundledModule): string => {
          const script = scripts.get(module.id);
          return script === undefined ? apart(module) : `shared ${script}`;
        };
        const { content, reachedFrom } = loadedScripts(used, divided);
        for (const name of content.keys()) {
          const imported = [...reachedFrom(name)].filter((each) => each !== name);
          expect(imported.filter((each) => name.startsWith('shared') && reachedFrom(each).has(name))).toEqual([]);
        }
        expect(used.filter(({ id, entry, isLibrary }) => scripts.has(id) && (entry !== undefined || isLibrary))).toEqual([]);
        expect(costOf(used, divided)).toBeLessThanOrEqual(costOf(used, apart));
      }),
      { numRuns: 1_000 },
    );
  });
});
