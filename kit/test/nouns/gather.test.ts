import { expect, test } from 'vitest';
import { inDependencyOrder } from './gather.ts';
import type { NounTesting } from './noun-testing.ts';

const noun = (name: string, ...needs: readonly string[]): NounTesting => ({
  name,
  rows: { level: 'tenant', needs, make: () => Promise.resolve('1') },
});
const namesOf = (testings: readonly NounTesting[]): readonly string[] => inDependencyOrder(testings).map(({ name }) => name);

test('rows come after those they need, and after the places they stand at', () => {
  expect(namesOf([noun('card', 'customer'), noun('customer', 'level'), noun('level'), noun('station'), noun('agent'), noun('tenant')])).toEqual([
    'tenant',
    'agent',
    'station',
    'level',
    'customer',
    'card',
  ]);
});

test('what cannot be ordered is said by name', () => {
  expect(() => inDependencyOrder([noun('card', 'customer')])).toThrow('card needs rows of customer, which no customer.testing.ts makes');
  expect(() => inDependencyOrder([noun('card', 'car'), noun('car', 'card')])).toThrow('card needs car needs card');
  expect(() => inDependencyOrder([noun('card'), noun('card')])).toThrow('two are about card');
});
