import path from 'node:path';
import { cruiseHouse } from './cruise.ts';

const { files, imports, violations } = await cruiseHouse(path.resolve(import.meta.dirname, '../..'));
for (const { rule, from, to, why } of violations) console.error(`${rule}: ${from} → ${to}\n  ${why}`);
console.log(`law: ${files} files, ${imports} imports, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
