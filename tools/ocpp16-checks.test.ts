import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checksModule } from './ocpp16-checks.ts';

test('the generated OCPP checks are those of the present schemas and leniency', async () => {
  const committed = await readFile(new URL('../engines/protocol/ocpp16/checks.generated.ts', import.meta.url), 'utf8');
  // `npx tsx tools/ocpp16-checks.ts` writes the file again.
  expect(checksModule() === committed).toBe(true);
});
