import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** A module that is left after the build has thrown away what nobody uses; with preserved modules each is a chunk of its own. */
type Module = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'moduleIds' | 'imports' | 'dynamicImports'>;

/** A moment in the life of a page, by the files that are asked for then; all but `ask` wait for `app`. */
const STAGES = {
  ask: /\/apps\/web\/menu-question\.ts$/u,
  app: /\/apps\/web\/app\.tsx$/u,
  door: /\/apps\/web\/sign-in\/sign-in\.tsx$/u,
  pages: /\/apps\/web\/first-page\.ts$/u,
  frame: /\/apps\/web\/shell\/shell\.tsx$/u,
  bell: /\/system\/notice\/bell\.web\.tsx$/u,
  home: /\/(apps\/web\/home\/home|charging\/home\/today\.web)\.tsx$/u,
} as const;
/** What is needed by each of these stages need not wait for the later ones that need it too. */
const FIRST = [['ask'], ['app'], ['pages'], ['door', 'frame'], ['frame']] as const;
const ENTRY = /\/apps\/web\/main\.ts$/u;
const PAGE = /\.web\.tsx$/u;
const LIST = /\/kit\/web\/list\/list-page\.tsx$/u;
/** The part of the list pages that has to need something before it comes with the first of them. */
const MOST = 0.5;

/** A domain's door of facts only declares: who takes one code table through it does not get the whole domain. */
export const treeshake = { moduleSideEffects: [{ test: /\/domains\/[\w-]+\/resources\.ts$/u, sideEffects: false }] };

/** The script that a module belongs to, by the module's id. */
export type Stages = ReadonlyMap<string, string>;

/**
 * Builds once in memory, to see which modules are needed when, and names one script for what is needed at the same moment: a hundred small ones
 * cost a slow line more than the bytes. What a stage needs is closed under imports, so no two of these scripts need each other.
 */
export const stagesOf = async (root: string, plugins: readonly Plugin[]): Promise<Stages> => {
  const modules = await modulesOf(root, plugins);
  const neededFrom = reachIn(modules);
  const stages = [
    ...Object.entries(STAGES).map(([name, from]) => [name, neededFrom(modules.filter((each) => from.test(each.facadeModuleId ?? '')))] as const),
    ['list', neededByMost(modules, neededFrom)] as const,
  ];
  const named = new Map(modules.map((each) => [each, nameOf(stages.flatMap(([name, needed]) => (needed.has(each) ? [name] : [])))]));
  for (const each of apartIn(modules, neededFrom)) named.delete(each);
  return new Map(
    [...named].flatMap(([each, name]) => (name === '' ? [] : each.moduleIds.map((id) => [id, isLibrary(id) ? `${name}-lib` : name] as const))),
  );
};

const nameOf = (needing: readonly string[]): string =>
  (FIRST.find((together) => together.every((stage) => needing.includes(stage))) ?? needing).join('-');

/** Libraries change seldom: a browser keeps their scripts when only ours are new. */
const isLibrary = (id: string): boolean => id.includes('/node_modules/') || id.startsWith('\0');

const modulesOf = async (root: string, plugins: readonly Plugin[]): Promise<readonly Module[]> => {
  const rolldownOptions = { treeshake, output: { preserveModules: true } };
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins],
    build: { write: false, minify: false, rolldownOptions },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs.flatMap(({ output }) => output).flatMap((part) => (part.type === 'chunk' ? [part] : []));
};

type Reach = (from: Iterable<Module>) => ReadonlySet<Module>;

/** Some modules, and what they need at once. */
const reachIn = (modules: readonly Module[]): Reach => {
  const byFile = new Map(modules.map((each) => [each.fileName, each]));
  return (from) => {
    const known = new Set(from);
    for (const { imports } of known)
      for (const file of imports) {
        const imported = byFile.get(file);
        if (imported) known.add(imported);
      }
    return known;
  };
};

const neededByMost = (modules: readonly Module[], neededFrom: Reach): ReadonlySet<Module> => {
  const pages = modules.filter(({ facadeModuleId }) => PAGE.test(facadeModuleId ?? '')).map((page) => neededFrom([page]));
  const lists = pages.filter((needed) => [...needed].some(({ facadeModuleId }) => LIST.test(facadeModuleId ?? '')));
  return new Set(modules.filter((each) => lists.filter((needed) => needed.has(each)).length >= lists.length * MOST));
};

/**
 * The entry, which is the first to arrive; what is fetched by its own name, which would get a second script that only passes it on; and of that what
 * others need at once as well, with all it needs: its script and theirs would need each other.
 */
const apartIn = (modules: readonly Module[], neededFrom: Reach): ReadonlySet<Module> => {
  const fetched = new Set(modules.flatMap(({ dynamicImports }) => dynamicImports));
  const late = new Set(modules.filter(({ fileName }) => fetched.has(fileName)));
  const imported = new Set(modules.flatMap((each) => (isLibrary(each.facadeModuleId ?? '') ? each.imports : [])));
  return new Set([
    ...neededFrom(modules.filter(({ facadeModuleId }) => ENTRY.test(facadeModuleId ?? ''))),
    ...late,
    ...neededFrom([...late].filter(({ fileName }) => imported.has(fileName))),
  ]);
};

const RULES = /<link rel="stylesheet"/u;

/** The page's rules are fetched, not waited for: `ruled` puts them to use, and the splash is painted while they come. */
export const splashFirst: Plugin = {
  name: 'splash-first',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace(RULES, '<link rel="preload" as="style"') },
};

const AHEAD: ReadonlySet<string> = new Set(['ask', 'ask-lib', 'app', 'app-lib']);
/** What every page waits for is asked for with the page itself, beside its rules. */
export const appAhead: Plugin = {
  name: 'app-ahead',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.values(bundle)
      .filter(({ type, name }) => type === 'chunk' && AHEAD.has(name))
      .map(({ fileName }) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` }, injectTo: 'head' })),
};
