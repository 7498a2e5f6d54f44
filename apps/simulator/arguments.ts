import type { LoadOptions } from './load/load.ts';
import type { MessageFaults } from './pile/faults.ts';
import type { ScenarioContext } from './scenario/context.ts';

/** What the command line asks the simulator to do. */
export type Task =
  | { readonly mode: 'demo' }
  | { readonly mode: 'scenario'; readonly name: string; readonly protocol: ScenarioContext['protocol'] }
  | ({ readonly mode: 'load' } & LoadOptions);

const USAGE = `Modes:
  demo                            sets up the demo network and plays it
  scenario <name> [--protocol native|ocpp16]
  load [--piles N] [--protocol native|v1.0|ocpp16] [--rate charges-a-minute] [--for seconds]
       [--faults drop=0.01,duplicate=0.05,reorder=0.1,delay=0.1,cut=0.001] [--clock seconds-ahead]`;

/** Parses the command line, or returns what is wrong with it. */
export const parseTask = (args: readonly string[]): Task | string => {
  const [mode = 'demo', ...rest] = args;
  const name = mode === 'scenario' ? (rest[0] ?? '') : '';
  const options = optionsOf(mode === 'scenario' ? rest.slice(1) : rest);
  if (typeof options === 'string') return options;
  const protocol = options.get('protocol') ?? 'native';
  if (protocol !== 'native' && protocol !== 'v1.0' && protocol !== 'ocpp16') return `--protocol is native, v1.0 or ocpp16, not ${protocol}.`;
  if (mode === 'demo') return { mode };
  // A v1.0 pile cannot ask whether a card may charge, and the scenarios and the charges of a load begin with a card.
  if (protocol === 'v1.0' && (mode === 'scenario' || Number(options.get('rate') ?? 0) > 0)) return 'v1.0 piles start no charge by card.';
  if (mode === 'scenario') return name === '' || protocol === 'v1.0' ? USAGE : { mode, name, protocol };
  if (mode !== 'load') return USAGE;
  const piles = parseCount(options.get('piles') ?? '100', PILES_MAX);
  const ratePerMin = parseCount(options.get('rate') ?? '0', RATE_MAX);
  const seconds = parseCount(options.get('for') ?? '60', SECONDS_MAX);
  const faults = faultsOf(options.get('faults') ?? '');
  const clock = /^-?\d{1,7}$/.exec(options.get('clock') ?? '0')?.[0];
  if (piles === undefined || ratePerMin === undefined || seconds === undefined || !faults || clock === undefined) return USAGE;
  return { mode, piles, protocol, ratePerMin, seconds, faults, clockErrorMs: Number(clock) * 1_000 };
};

const PILES_MAX = 20_000;
const RATE_MAX = 1_000_000;
const SECONDS_MAX = 7 * 86_400;
const optionNames = new Set(['protocol', 'piles', 'rate', 'for', 'faults', 'clock']);

const optionsOf = (args: readonly string[]): ReadonlyMap<string, string> | string => {
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]?.replace(/^--/, '') ?? '';
    const value = args[index + 1];
    if (!args[index]?.startsWith('--') || !optionNames.has(name) || value === undefined) return USAGE;
    options.set(name, value);
  }
  return options;
};

const FAULTS: ReadonlySet<string> = new Set(['drop', 'duplicate', 'reorder', 'delay', 'cut'] satisfies (keyof MessageFaults)[]);

/** Parses `drop=0.01,cut=0.001`, shares of messages; undefined if the text is invalid. */
const faultsOf = (text: string): MessageFaults | undefined => {
  const shares = new Map<string, number>();
  for (const part of text.split(',').filter(Boolean)) {
    const [name = '', share = ''] = part.split('=');
    if (!FAULTS.has(name) || !/^(0|1|0?\.\d{1,6})$/.test(share)) return undefined;
    shares.set(name, Number(share));
  }
  return Object.fromEntries(shares) satisfies MessageFaults;
};

const parseCount = (text: string, max: number): number | undefined => (/^\d{1,7}$/.test(text) && Number(text) <= max ? Number(text) : undefined);
