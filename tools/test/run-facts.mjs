import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../build/inputs.mjs';

/** @typedef {{ readonly file: string, readonly ms: number }} FileTime */
/** @typedef {{ readonly times: readonly FileTime[], readonly strayErrors: readonly string[] }} RunFacts `strayErrors`: those that no test threw */

/**
 * A reporter of vitest: writes the time of each file with its imports, hooks and tests, and the errors that belong to no test, to the file that
 * RUN_FACTS names.
 */
// oxlint-disable-next-line import/no-default-export -- vitest takes the reporter that a module exports by default
export default class RunFactsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { readonly message?: string, readonly stack?: string }[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: path.relative(ROOT, module.moduleId), ms: collectDuration + setupDuration + duration };
    });
    const { RUN_FACTS } = process.env;
    if (RUN_FACTS)
      writeFileSync(RUN_FACTS, JSON.stringify({ times, strayErrors: unhandledErrors.map(({ message, stack }) => stack ?? message ?? '') }));
  }
}
