import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { providerOrigins } from '#domains/money/server.ts';
import type { ProviderOrigins } from '#domains/money/server.ts';
import type { Config } from './config/config.ts';

/** Where payments go, which the demo decides after the start: to its stand-in, or to the real providers when no demo is played. */
export interface PaymentOrigins {
  readonly origins: ProviderOrigins;
  /** Undecided until `use`: nobody answers, and what would be asked is asked again later. */
  readonly isUndecided: boolean;
  readonly use: (origins: ProviderOrigins) => void;
}

/** The port at which nobody listens by agreement (RFC 863). */
const NOWHERE = 'http://127.0.0.1:9';

/** The addresses that the configuration names; those of a demo that names none are still open. */
export const paymentOriginsOf = ({ demo, access }: Pick<Config, 'demo' | 'access'>): PaymentOrigins => {
  const isUndecided = demo && access.payments === providerOrigins;
  let present = isUndecided ? allAt(NOWHERE) : access.payments;
  const origins: ProviderOrigins = {
    get wechat() {
      return present.wechat;
    },
    get alipay() {
      return present.alipay;
    },
    get stripe() {
      return present.stripe;
    },
    get invoices() {
      return present.invoices;
    },
  };
  return {
    origins,
    isUndecided,
    use: (next) => {
      present = next;
    },
  };
};

const allAt = (origin: string): ProviderOrigins => ({ wechat: origin, alipay: origin, stripe: origin, invoices: origin });

export interface StandInProcess {
  readonly origin: string;
  readonly stop: () => void;
}

export interface StandInPlace {
  readonly dataDir: string;
  readonly log: Logger;
  /** The program to run; the built one by default. */
  readonly program?: string;
}

const START_MAX_MS = 15_000;
const AGAIN_MS = { first: 1_000, most: 60_000 } as const;
const builtProgram = (): string => fileURLToPath(new URL('./payments.js', import.meta.url));

/**
 * Starts the stand-in for the payment providers, and sends payments to it. Its keys lie in the data folder, because the demo has entered them in its
 * database. When its process ends, it is started again on the same port; it then knows no earlier payment. Undefined when it was not built or does not
 * start; payments then go nowhere.
 */
export const startStandIn = async (payments: PaymentOrigins, place: StandInPlace): Promise<StandInProcess | undefined> => {
  const { dataDir, log, program = builtProgram() } = place;
  if (!existsSync(program)) return undefined;
  mkdirSync(dataDir, { recursive: true });
  let child = spawnStandIn(program, dataDir, '0');
  const origin = await originOf(child);
  if (origin === undefined) {
    child.kill();
    log.error('the stand-in of the payment providers did not start');
    return undefined;
  }
  let again: NodeJS.Timeout | undefined;
  let waitMs: number = AGAIN_MS.first;
  const startAgain = async (): Promise<void> => {
    child = spawnStandIn(program, dataDir, new URL(origin).port);
    keepRunning();
    if ((await originOf(child)) === origin) waitMs = AGAIN_MS.first;
  };
  const keepRunning = (): void => {
    child.once('exit', (code, signal) => {
      log.warn({ code, signal, waitMs }, 'the stand-in of the payment providers ended and is started again');
      again = setTimeout(() => void startAgain(), waitMs);
      waitMs = Math.min(waitMs * 2, AGAIN_MS.most);
    });
  };
  keepRunning();
  payments.use(allAt(origin));
  return {
    origin,
    stop: () => {
      clearTimeout(again);
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
    },
  };
};

const spawnStandIn = (program: string, dataDir: string, port: string) =>
  spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STAND_IN_PORT: port, STAND_IN_KEYS: path.join(dataDir, 'payment-stand-in.json') },
  });

/** Where it listens; undefined when it ends before or says nothing in time. */
const originOf = (child: ReturnType<typeof spawnStandIn>): Promise<string | undefined> =>
  new Promise((resolve) => {
    const limit = setTimeout(() => resolve(undefined), START_MAX_MS);
    child.once('exit', () => resolve(undefined));
    child.stdout.once('data', (line: Buffer) => {
      clearTimeout(limit);
      resolve(/https?:\/\/\S+:\d+/u.exec(line.toString())?.[0]);
    });
  });
