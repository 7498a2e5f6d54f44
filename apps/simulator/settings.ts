import path from 'node:path';
import { tcpDial } from './native/tcp.ts';
import { webSocketDial } from './ocpp/websocket.ts';
import type { Dial } from './pile/channel.ts';
import type { PileFacts } from './pile/facts.ts';

/** Where the platform is and how the simulator signs in, from the environment. */
export interface Settings {
  readonly url: string;
  readonly password: string;
  readonly ocppUrl: string;
  readonly pileHost: string;
  readonly pilePort: number;
  readonly seed: number;
  /** The folder where piles store what survives a power cut. */
  readonly memoryFolder: string;
  /** The stand-in of the payment providers; undefined where none runs. */
  readonly standIn?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The settings, or one line that says what is missing. */
export const readSettings = (env: Env): Settings | string => {
  const url = env['CHARGEOPS_URL'] ?? 'http://127.0.0.1:8080';
  const password = env['CHARGEOPS_PASSWORD'];
  if (!password) return 'CHARGEOPS_PASSWORD is not set: the password of admin on the platform.';
  const pilePort = Number(env['PILE_PORT'] ?? 9100);
  const seed = Number(env['SIMULATOR_SEED'] ?? 1);
  if (!Number.isInteger(pilePort) || pilePort < 1 || pilePort > 65_535) return `PILE_PORT must be a port, not ${env['PILE_PORT'] ?? ''}.`;
  if (!Number.isInteger(seed)) return `SIMULATOR_SEED must be a whole number, not ${env['SIMULATOR_SEED'] ?? ''}.`;
  const ocppUrl = (env['OCPP_URL'] ?? 'ws://127.0.0.1:9000').replace(/\/$/, '');
  return {
    url,
    password,
    ocppUrl: ocppUrl.endsWith('/ocpp') ? ocppUrl : `${ocppUrl}/ocpp`,
    pileHost: env['PILE_HOST'] ?? '127.0.0.1',
    pilePort,
    seed,
    standIn: env['PAYMENT_STAND_IN'] || undefined,
    memoryFolder: path.resolve(env['DATA_DIR'] ?? '.data', 'simulator'),
  };
};

/** How piles of each protocol reach the platform. */
export const dialsOf = ({
  ocppUrl,
  pileHost,
  pilePort,
}: Pick<Settings, 'ocppUrl' | 'pileHost' | 'pilePort'>): Readonly<Record<PileFacts['protocol'], Dial>> => ({
  native: tcpDial({ host: pileHost, port: pilePort }),
  'v1.0': tcpDial({ host: pileHost, port: pilePort }),
  ocpp16: webSocketDial({ url: ocppUrl }),
});
