import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/** Makes an empty folder. It is removed with the folder of the test run, even when the run is killed. `name`: what it holds, such as `uploads`. */
export const temporaryFolder = (name: string): string => mkdtempSync(path.join(inject('runFolder'), `${name}-`));
