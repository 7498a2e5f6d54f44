import type { NounNames } from './names.ts';

/** Behaviour over HTTP: what a plain noun must support from the start. */
export function testFile(names: NounNames): string {
  return `${imports(names)}
${names.ofTenant ? tenantSetUp(names) : platformSetUp(names)}
const names = async (viewer: Viewer) => (await server.ok(viewer, ${names.camel}Api.list, {})).records.map((row) => row.${names.camel}Name);

${lifeTest(names)}
${names.ofTenant ? scopeTest(names) : ''}test('a missing name is said by name', async () => {
  const answer = await server.call(mine, ${names.camel}Api.add, { ${names.camel}Name: '' });
  expect(answer).toMatchObject({ status: 400, success: false, result: { fields: { ${names.camel}Name: 'Name is required' } } });
});
`;
}

function imports({ domain, declaredAs, kebab, camel, ofTenant }: NounNames): string {
  const foreign = `import { network } from '#domains/network/resources.ts';\n`;
  return `import { afterAll, beforeAll, expect, test } from 'vitest';
${ofTenant && domain !== 'network' ? foreign : ''}import type { Viewer } from '#kit/server/context/viewer.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { ${declaredAs} } from '../resources.ts';
import { ${camel}Api } from './${kebab}.ts';
`;
}

const tenantSetUp = ({ domain, declaredAs }: NounNames): string => `let server: TestServer;
let mine: Viewer;
let theirs: Viewer;

beforeAll(async () => {
  server = await startTestServer({ domains: [${domain === 'network' ? '' : 'network, '}${declaredAs}], routes: gatherRoutes(${declaredAs}, {}, undefined) });
  const addTenant = async (name: string) =>
    (await server.database.asSuperuser<{ id: string }>('INSERT INTO tenant (name) VALUES ($1) RETURNING tenant_id::text AS id', [name]))[0]?.id ?? '';
  mine = viewers.tenant(await addTenant('Mine'));
  theirs = viewers.tenant(await addTenant('Theirs'));
});
afterAll(() => server.close());
`;

const platformSetUp = ({ declaredAs }: NounNames): string => `let server: TestServer;
const mine = viewers.platform();

beforeAll(async () => {
  server = await startTestServer({ domains: [${declaredAs}], routes: gatherRoutes(${declaredAs}, {}, undefined) });
});
afterAll(() => server.close());
`;

const lifeTest = ({ camel, title }: NounNames): string => `test('from add to delete', async () => {
  const added = await server.ok(mine, ${camel}Api.add, { ${camel}Name: '${title} One' });
  const edited = await server.ok(mine, ${camel}Api.edit, { ${camel}Id: added.${camel}Id, version: added.version, remark: 'second thought' });
  expect(edited).toMatchObject({ ${camel}Name: '${title} One', remark: 'second thought', version: 1 });
  expect(await names(mine)).toEqual(['${title} One']);
  await server.ok(mine, ${camel}Api.delete, { id: added.${camel}Id });
  expect(await names(mine)).toEqual([]);
});
`;

const scopeTest = ({
  camel,
  title,
}: NounNames): string => `test('another tenant sees nothing, and a foreign id answers as an absent one', async () => {
  const { ${camel}Id } = await server.ok(mine, ${camel}Api.add, { ${camel}Name: '${title} Two' });
  expect(await names(mine)).toEqual(['${title} Two']);
  expect(await names(theirs)).toEqual([]);
  for (const id of [${camel}Id, '999999999']) {
    expect(await server.call(theirs, ${camel}Api.queryById, { id })).toMatchObject({ status: 404 });
    expect(await server.call(theirs, ${camel}Api.edit, { ${camel}Id: id, ${camel}Name: 'Stolen' })).toMatchObject({ status: 404 });
    expect(await server.call(theirs, ${camel}Api.delete, { id })).toMatchObject({ status: 404 });
  }
});

`;
