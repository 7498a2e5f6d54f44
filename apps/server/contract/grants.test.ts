import { expect, test } from 'vitest';
import { unshared } from '#domains/identity/server.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';

test('somebody has thought about who may use the rights of every noun', () => {
  expect(unshared(createRegistry(domains).permissions), 'name them in domains/identity/role/grants.rules.ts').toEqual([]);
});
