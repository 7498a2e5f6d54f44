import type { TestProject } from 'vitest/node';
import { adminPerson, seedNetwork } from './test-network.ts';
import type { SeededNetwork } from './test-network.ts';
import { dataFolder, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a product in which the stage stands, at rest; and who may enter. */
    seeded: { readonly folder: string; readonly adminPassword: string; readonly network: SeededNetwork };
  }
}

/** Founds the network of the journeys once: each file copies its data, which takes a tenth of making it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await dataFolder();
  const product = await startProduct(folder);
  try {
    project.provide('seeded', { folder, adminPassword: adminPerson.password, network: await seedNetwork(product) });
  } finally {
    await product.stop();
  }
  return remove;
}
