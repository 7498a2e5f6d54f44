import { useMemo } from 'react';
import type { BranchSource } from './branches.ts';
import type { TreeShape } from './rows.ts';

/** A plant of an invented garden, for exhibits and tests of trees. */
export interface Plant {
  readonly id: string;
  readonly name: string;
  readonly hasChild: '0' | '1';
  readonly rare?: boolean;
}

export const plantShape: TreeShape<Plant> = {
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hasChildren: ({ hasChild }) => hasChild === '1',
};

export const plants: Readonly<Record<string, readonly Plant[]>> = {
  '0': [
    { id: 'fruit', name: 'Fruit', hasChild: '1' },
    { id: 'herb', name: 'Herbs', hasChild: '1' },
    { id: 'moss', name: 'Moss', hasChild: '0', rare: true },
  ],
  fruit: [
    { id: 'apple', name: 'Apple', hasChild: '1' },
    { id: 'pear', name: 'Pear', hasChild: '0' },
  ],
  apple: [{ id: 'boskoop', name: 'Boskoop', hasChild: '0' }],
};

/** A source with its own query key, so that no cached rows are shared. */
export const usePlants = (load: BranchSource['load']): BranchSource =>
  useMemo(() => ({ key: ['/plants', crypto.randomUUID()], root: '0', load }), [load]);
export const loadPlants = async (parentId: string): Promise<readonly Plant[]> => plants[parentId] ?? [];
