import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { ADMIN, sessionApi } from '#domains/identity/resources.ts';
import { providerOrigins } from '#domains/money/server.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { startStandIn } from './demo-payments.ts';
import type { PaymentOrigins } from './demo-payments.ts';

/** The password of every demo account. The demo listens on loopback unless configured otherwise. */
export const DEMO_PASSWORD = 'ChargeOps#2026';

export interface Demo {
  stop(): Promise<void>;
}

const STOP_MS = 3_000;

export interface DemoPlace {
  /** The database whose past is filled, and over how many days; 0: none. */
  readonly past: { readonly databaseUrl: string; readonly days: number };
  readonly ports: { readonly http: number | undefined; readonly ocpp: number | undefined; readonly pile: number | undefined };
  readonly host: string;
  readonly log: Logger;
  readonly dataDir: string;
  readonly payments: PaymentOrigins;
  /** Calls the listener at each request of a browser. */
  readonly onBrowser: (listener: () => void) => void;
}

/**
 * Starts the demo network in a process of its own that uses only the public interfaces. Undefined when the demo was not built, or
 * when the administrator's password is not the demo password: a changed password means that the database may hold real data.
 */
export const startDemo = async ({ ports, host, log, dataDir, payments, past, onBrowser }: DemoPlace): Promise<Demo | undefined> => {
  const program = fileURLToPath(new URL('./simulator.js', import.meta.url));
  const localHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const name = localHost.includes(':') ? `[${localHost}]` : localHost;
  if (!existsSync(program) || !(await opens(`http://${name}:${ports.http ?? 0}`))) {
    // The database may hold real data, whose payments belong to the real providers.
    if (payments.isUndecided) payments.use(providerOrigins);
    return undefined;
  }
  const standIn = payments.isUndecided ? await startStandIn(payments, { dataDir, log }) : undefined;
  const child = spawn(process.execPath, [program, 'demo'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      CHARGEOPS_URL: `http://${name}:${ports.http ?? 0}`,
      CHARGEOPS_PASSWORD: DEMO_PASSWORD,
      ...(standIn && { PAYMENT_STAND_IN: standIn.origin }),
      OCPP_URL: `ws://${name}:${ports.ocpp ?? 0}`,
      PILE_HOST: localHost,
      PILE_PORT: String(ports.pile ?? 0),
    },
  });
  let filling: Filling | undefined;
  // The network stands: the charges of its past find their guns and drivers.
  child.once('message', () => {
    filling = past.days > 0 ? startFilling(past, log) : undefined;
  });
  onBrowser(() => filling?.giveWay());
  child.on('exit', (code, signal) => {
    if (code !== 0 && signal === null) log.error({ code }, 'the demo network ended');
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        standIn?.stop();
        filling?.stop();
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
        child.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
};

interface Filling {
  /** Somebody uses the system with a browser: the filling waits for a moment. */
  giveWay(): void;
  stop(): void;
}

/** Fills the past in a process of its own, so that neither its calculations nor its waiting slow down the living network. It ends with this process. */
const startFilling = ({ databaseUrl, days }: DemoPlace['past'], log: Logger): Filling | undefined => {
  const program = fileURLToPath(new URL('./past.js', import.meta.url));
  if (!existsSync(program)) return undefined;
  // The plan of all charges stays in memory, so what is short-lived should be collected without it.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', program], {
    stdio: ['pipe', 'inherit', 'inherit'],
    // A session of its own, whose priority can be lower than that of all other programs.
    detached: true,
    env: { ...process.env, PAST_DAYS: String(days) },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${databaseUrl}\n`);
  child.on('exit', (code, signal) => {
    if (code !== 0 && signal === null) log.error({ code }, 'the past of the demo could not be filled');
  });
  return {
    giveWay: () => void (child.stdin.writable && child.stdin.write('\n')),
    stop: () => void child.kill('SIGKILL'),
  };
};

const opens = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}${BASE_PATH}${sessionApi.login.path}`, {
    method: sessionApi.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN, password: DEMO_PASSWORD }),
  });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
};
