import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser';
import { cyclesOf, wayTo } from './graph.ts';
import type { Graph } from './graph.ts';
import { cycleLaw, folderLaw, importLaw, reachLaw } from './rules.ts';
import type { GraphLaw } from './rules.ts';

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export interface Findings {
  readonly files: number;
  readonly imports: number;
  readonly violations: readonly Violation[];
}

const ROOTS = ['apps', 'domains', 'kit', 'engines', 'bench', 'tools'] as const;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_CRUISE_MS = 180_000;

/**
 * Reads every import below `baseDir` and checks it against the import law.
 *
 * @param baseDir absolute path of a folder laid out like this repository, with its own package.json
 * @param roots the folders to start from; files that they import are read too
 * @throws when a file cannot be parsed or dependency-cruiser refuses the rules
 */
export async function checkImports(baseDir: string, roots: readonly string[] = ROOTS): Promise<Findings> {
  const cruised = await cruiseInProcess(baseDir, roots);
  const ownModules = cruised.result.modules.filter((module) => ROOTS.some((root) => module.source.startsWith(`${root}/`)));
  return {
    files: ownModules.length,
    imports: ownModules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: [...violationsOf(cruised.result), ...farReachesOf(graphOf(cruised)), ...loopsOf(cruised)],
  };
}

interface Cruised {
  readonly result: ICruiseResult;
  /** By file, what it imports for types alone, as written in the file. */
  readonly erased: Readonly<Record<string, readonly string[]>>;
}

async function cruiseInProcess(baseDir: string, wanted: readonly string[]): Promise<Cruised> {
  const roots = wanted.filter((root) => existsSync(path.join(baseDir, root)));
  const options: ICruiseOptions = {
    baseDir,
    parser: 'swc',
    validate: true,
    ruleSet: { forbidden: [...importLaw] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  };
  const script = path.join(import.meta.dirname, 'cruise.mjs');
  return new Promise((resolve, reject) => {
    const limits = { cwd: baseDir, maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_CRUISE_MS };
    const child = execFile(process.execPath, [script], limits, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout));
    });
    child.stdin?.end(JSON.stringify({ roots, options }));
  });
}

function violationsOf(result: ICruiseResult): readonly Violation[] {
  return result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    from: violation.from,
    to: violation.to,
    reason: importLaw.find((rule) => rule.name === violation.rule.name)?.comment ?? '',
  }));
}

/** The files that each file imports. */
function graphOf({ result }: Cruised, isCounted: (file: string, specifier: string) => boolean = () => true): Graph {
  return new Map(
    result.modules.map(({ source, dependencies }) => [
      source,
      dependencies.filter(({ module }) => isCounted(source, module)).map(({ resolved }) => resolved),
    ]),
  );
}

function farReachesOf(graph: Graph): readonly Violation[] {
  return [...graph.keys()].filter(reachLaw.isFrom).flatMap((from) => {
    const way = wayTo(graph, from, reachLaw.isTo);
    return way ? [violationOf(reachLaw, from, way)] : [];
  });
}

function loopsOf(cruised: Cruised): readonly Violation[] {
  const running = graphOf(cruised, (file, specifier) => !cruised.erased[file]?.includes(specifier));
  return [...loops(cycleLaw, running), ...loops(folderLaw, folderGraphOf(graphOf(cruised)))];
}

const loops = (law: GraphLaw, graph: Graph): readonly Violation[] =>
  cyclesOf(graph).flatMap((members) => members.map((from) => violationOf(law, from, members)));

/** What each folder needs of the other folders. */
function folderGraphOf(files: Graph): Graph {
  const folders = new Map<string, string[]>();
  for (const [file, imported] of files) {
    const folder = folderLaw.folderOf(file);
    if (folder === undefined) continue;
    const others = imported.flatMap((to) => folderLaw.folderOf(to) ?? []).filter((other) => other !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  return folders;
}

function violationOf({ name, comment }: GraphLaw, from: string, to: readonly string[]): Violation {
  return { rule: name, from, to: to.join(' → '), reason: comment };
}
