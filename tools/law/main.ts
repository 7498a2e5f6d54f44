import path from 'node:path';
import { cruiseHouse } from './cruise.ts';
import { foreignWrites } from './table-writes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { files, imports, violations: foreignImports } = await cruiseHouse(root);
const violations = [...foreignImports, ...foreignWrites(root)];
for (const { rule, from, to, why } of violations) console.error(`${rule}: ${from} → ${to}\n  ${why}`);
console.log(`law: ${files} files, ${imports} imports, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
