import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that are known to take long begin, so that none of them runs alone at the end; the others follow as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\.slow\.test|\/(bad-input|scope-matrix)\.test|\/(pages|gallery)\.journey/u.test(moduleId);
