import path from 'node:path';
import { signIn } from '../demo/api.ts';
import { setUpTestNetwork } from '../test-network/test-network.ts';
import { seedOf } from '../model/random.ts';
import { createPile } from '../pile/create.ts';
import { fileStore } from '../pile/memory.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { realTime } from '../time.ts';
import { scenarios } from './scenarios.ts';
import type { ScenarioResult, ScenarioContext } from './context.ts';

/** Runs one scenario in the test network of a real platform. Throws for an unknown name. */
export const runScenario = async (
  settings: Settings,
  { name, protocol }: { readonly name: string; readonly protocol: ScenarioContext['protocol'] },
  log: (line: string) => void,
): Promise<ScenarioResult> => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}. Known: ${Object.keys(scenarios).join(', ')}.`);
  const network = await setUpTestNetwork(await signIn({ url: settings.url, username: 'admin', password: settings.password }), {
    salt: settings.password,
  });
  const piles = network.piles(PILES, protocol);
  const cards = network.cards(PILES);
  const dials = dialsOf(settings);
  const folder = path.join(settings.memoryFolder, String(seedOf(network.installation, 0)));
  const context: ScenarioContext = {
    protocol,
    time: realTime,
    log,
    pile: async (n, options = {}) => {
      const facts = (await piles)[n];
      if (!facts) throw new Error(`the test network has ${PILES} piles`);
      return createPile({ ...facts, dial: dials[protocol], seed: settings.seed, store: fileStore(folder, facts.cpCode), ...options });
    },
    visitor: async (n) => ({ by: 'card', account: (await cards)[n] ?? '' }),
  };
  return scenario(context);
};

/** As many piles as the largest scenario needs. */
const PILES = 50;
