import type { TestProject } from 'vitest/node';
import { adminPerson, seedNetwork } from './test-network.ts';
import type { SeededNetwork } from './test-network.ts';
import { dataFolder, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a stopped product that has the test network, and the password of its administrator. */
    seeded: { readonly folder: string; readonly adminPassword: string; readonly network: SeededNetwork };
  }
}

/** Creates the test network once. Each file copies the data, which takes a tenth of the time. */
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
