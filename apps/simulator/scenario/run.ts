import path from 'node:path';
import { signIn } from '../demo/api.ts';
import { setUpGround } from '../ground/ground.ts';
import { seedOf } from '../model/chance.ts';
import { createPile } from '../pile/create.ts';
import { fileStore } from '../pile/memory.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { realTime } from '../time.ts';
import { scenarios } from './scenarios.ts';
import type { Finding, Stage } from './stage.ts';

/** Plays one scenario on the proving ground of a real platform. Throws for a name that nobody knows. */
export const runScenario = async (
  settings: Settings,
  { name, protocol }: { readonly name: string; readonly protocol: Stage['protocol'] },
  say: (line: string) => void,
): Promise<Finding> => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}. Known: ${Object.keys(scenarios).join(', ')}.`);
  const ground = await setUpGround(await signIn({ url: settings.url, username: 'admin', password: settings.password }), { salt: settings.password });
  const piles = ground.piles(PILES, protocol);
  const cards = ground.cards(PILES);
  const dials = dialsOf(settings);
  const folder = path.join(settings.memoryFolder, String(seedOf(ground.installation, 0)));
  const stage: Stage = {
    protocol,
    time: realTime,
    say,
    pile: async (n, options = {}) => {
      const facts = (await piles)[n];
      if (!facts) throw new Error(`the proving ground has ${PILES} piles`);
      return createPile({ ...facts, dial: dials[protocol], seed: settings.seed, store: fileStore(folder, facts.cpCode), ...options });
    },
    visitor: async (n) => ({ by: 'card', account: (await cards)[n] ?? '' }),
  };
  return scenario(stage);
};

/** As many as the largest scenario needs. */
const PILES = 50;
