import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { folderLaw, importLaw, runTimeLaw, TESTS } from './rules.ts';

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
  const [all, running, folders] = await Promise.all([
    cruiseInProcess({ baseDir, roots, forbidden: importLaw, eraseTypes: false }),
    cruiseInProcess({ baseDir, roots, forbidden: runTimeLaw, eraseTypes: true }),
    cruiseInProcess({ baseDir, roots: ['kit'], forbidden: folderLaw, eraseTypes: false, exclude: TESTS }),
  ]);
  const ownModules = all.modules.filter((module) => ROOTS.some((root) => module.source.startsWith(`${root}/`)));
  return {
    files: ownModules.length,
    imports: ownModules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: [...violationsOf(all), ...violationsOf(running), ...violationsOf(folders)],
  };
}

interface CruiseOptions {
  readonly baseDir: string;
  readonly roots: readonly string[];
  readonly forbidden: readonly IForbiddenRuleType[];
  readonly eraseTypes: boolean;
  /** Files to leave out. */
  readonly exclude?: readonly string[];
}

async function cruiseInProcess({ baseDir, roots: wanted, forbidden, eraseTypes, exclude = [] }: CruiseOptions): Promise<ICruiseResult> {
  const roots = wanted.filter((root) => existsSync(path.join(baseDir, root)));
  const options: ICruiseOptions = {
    baseDir,
    parser: 'swc',
    validate: true,
    ruleSet: { forbidden: [...forbidden] },
    doNotFollow: { path: 'node_modules' },
    ...(exclude.length > 0 && { exclude: { path: [...exclude] } }),
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
    child.stdin?.end(JSON.stringify({ roots, options, eraseTypes }));
  });
}

function violationsOf(result: ICruiseResult): readonly Violation[] {
  return result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    from: violation.from,
    to: (violation.cycle ?? violation.via)?.map((step) => step.name).join(' → ') ?? violation.to,
    reason: [...importLaw, ...runTimeLaw, ...folderLaw].find((rule) => rule.name === violation.rule.name)?.comment ?? '',
  }));
}
