import path from 'node:path';
import { checkImports } from './cruise.ts';
import { domains } from '#apps/domains.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { bareCodes, codeFieldsOf } from './bare-codes.ts';
import { foreignWrites } from './table-writes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { files, imports, violations: foreignImports } = await checkImports(root);
const fields = codeFieldsOf(createRegistry(domains).features.flatMap(({ resource }) => (resource ? [resource] : [])));
const violations = [...foreignImports, ...foreignWrites(root), ...bareCodes(root, fields)];
for (const { rule, from, to, reason } of violations) console.error(`${rule}: ${from} → ${to}\n  ${reason}`);
console.log(`law: ${files} files, ${imports} imports, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
