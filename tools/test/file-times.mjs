import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../build/inputs.mjs';

/** @typedef {{ readonly file: string, readonly ms: number }} FileTime */

/** A reporter of vitest: writes the time of each file with its imports, hooks and tests to the file that FILE_TIMES names. */
// oxlint-disable-next-line import/no-default-export -- vitest takes the reporter that a module exports by default
export default class FileTimes {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return { file: path.relative(ROOT, module.moduleId), ms: collectDuration + setupDuration + duration };
    });
    const { FILE_TIMES } = process.env;
    if (FILE_TIMES) writeFileSync(FILE_TIMES, JSON.stringify(times));
  }
}
