import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ICruiseOptions, ICruiseResult } from 'dependency-cruiser';
import { law } from './rules.ts';

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

export interface Findings {
  readonly files: number;
  readonly imports: number;
  readonly violations: readonly Violation[];
}

const ROOTS = ['apps', 'domains', 'kit', 'engines', 'bench', 'tools'] as const;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_CRUISE_MS = 120_000;

/**
 * Reads every import below `baseDir` and holds it against the law.
 *
 * @param baseDir absolute path of a folder laid out like this repository, with its own package.json
 * @throws when a file cannot be parsed or dependency-cruiser refuses the rules
 */
export async function cruiseHouse(baseDir: string): Promise<Findings> {
  const roots = ROOTS.filter((root) => existsSync(path.join(baseDir, root)));
  const options: ICruiseOptions = {
    baseDir,
    parser: 'swc',
    validate: true,
    ruleSet: { forbidden: [...law] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  };
  return summarise(await cruiseApart(JSON.stringify({ roots, options }), baseDir));
}

async function cruiseApart(order: string, cwd: string): Promise<ICruiseResult> {
  return new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, 'cruise.mjs');
    const child = execFile(process.execPath, [script], { cwd, maxBuffer: MAX_OUTPUT_BYTES, timeout: MAX_CRUISE_MS }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout));
    });
    child.stdin?.end(order);
  });
}

function summarise(result: ICruiseResult): Findings {
  const own = result.modules.filter((module) => ROOTS.some((root) => module.source.startsWith(`${root}/`)));
  return {
    files: own.length,
    imports: own.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: result.summary.violations.map((violation) => ({
      rule: violation.rule.name,
      from: violation.from,
      to: (violation.cycle ?? violation.via)?.map((step) => step.name).join(' → ') ?? violation.to,
      why: law.find((rule) => rule.name === violation.rule.name)?.comment ?? '',
    })),
  };
}
