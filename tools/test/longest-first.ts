import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that are known to take long come first, so that none of them runs alone at the end; the others follow in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\.slow\.test|\/(bad-input|scope-matrix)\.test|\/(pages|gallery)\.journey/u.test(moduleId);
