import type { TestProject } from 'vitest/node';
import { adminPerson, buildStage } from './people.ts';
import type { StandingStage } from './people.ts';
import { dataFolder, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a product in which the stage stands, at rest; and who may enter. */
    standing: { readonly folder: string; readonly adminPassword: string; readonly stage: StandingStage };
  }
}

/** Founds the network of the journeys once: each file copies its data, which takes a tenth of making it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await dataFolder();
  const product = await startProduct(folder);
  try {
    project.provide('standing', { folder, adminPassword: adminPerson.password, stage: await buildStage(product) });
  } finally {
    await product.stop();
  }
  return remove;
}
