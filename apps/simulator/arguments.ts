import type { LoadOptions } from './load/load.ts';
import type { PileFacts } from './pile/facts.ts';

/** What the simulator is asked to do. */
export type Task =
  | { readonly mode: 'demo' }
  | { readonly mode: 'scenario'; readonly name: string; readonly protocol: PileFacts['protocol'] }
  | ({ readonly mode: 'load' } & LoadOptions);

const USAGE = `Modes:
  demo                            sets up the demo network and plays it
  scenario <name> [--protocol native|ocpp16]
  load [--piles N] [--protocol native|ocpp16] [--rate charges-a-minute] [--for seconds]`;

/** Reads the command line, or says in words what is wrong with it. */
export const readTask = (args: readonly string[]): Task | string => {
  const [mode = 'demo', ...rest] = args;
  const name = mode === 'scenario' ? (rest[0] ?? '') : '';
  const options = optionsOf(mode === 'scenario' ? rest.slice(1) : rest);
  if (typeof options === 'string') return options;
  const protocol = options.get('protocol') ?? 'native';
  if (protocol !== 'native' && protocol !== 'ocpp16') return `--protocol is native or ocpp16, not ${protocol}.`;
  if (mode === 'demo') return { mode };
  if (mode === 'scenario') return name === '' ? USAGE : { mode, name, protocol };
  if (mode !== 'load') return USAGE;
  const piles = wholeOf(options.get('piles') ?? '100', PILES_MAX);
  const ratePerMin = wholeOf(options.get('rate') ?? '0', RATE_MAX);
  const seconds = wholeOf(options.get('for') ?? '60', SECONDS_MAX);
  if (piles === undefined || ratePerMin === undefined || seconds === undefined) return USAGE;
  return { mode, piles, protocol, ratePerMin, seconds };
};

const PILES_MAX = 20_000;
const RATE_MAX = 1_000_000;
const SECONDS_MAX = 7 * 86_400;
const known = new Set(['protocol', 'piles', 'rate', 'for']);

const optionsOf = (args: readonly string[]): ReadonlyMap<string, string> | string => {
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]?.replace(/^--/, '') ?? '';
    const value = args[index + 1];
    if (!args[index]?.startsWith('--') || !known.has(name) || value === undefined) return USAGE;
    options.set(name, value);
  }
  return options;
};

const wholeOf = (text: string, max: number): number | undefined => (/^\d{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined);
