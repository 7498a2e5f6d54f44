import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { signIn } from '#apps/simulator/demo/api.ts';
import { merchantsOf, setUpAccounts } from '#apps/simulator/demo/steps/payments.ts';
import { payQrApi } from '#domains/device/resources.ts';
import type { BenchServer } from '../server/server.ts';

const LABELS_AT_ONCE = 200;
const PASSWORD = 'Pay-Bench-7a';

export interface StandInProcess {
  readonly origin: string;
  readonly child: ChildProcess;
}

/** The stand-in as a process of its own, as a provider is. */
export const startStandIn = async (env: Readonly<Record<string, string>> = {}): Promise<StandInProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/payments/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STAND_IN_PORT: '0', ...env },
  });
  const [line]: readonly unknown[] = await once(child.stdout, 'data');
  return { origin: /https?:\/\/\S+:\d+/u.exec(String(line))?.[0] ?? '', child };
};

interface ShopPlace {
  readonly bench: BenchServer;
  readonly standIn: string;
  readonly cpCodes: readonly string[];
}

/** Enters the accounts at the stand-in; returns the labels of the piles by their codes. */
export const openShop = async ({ bench, standIn, cpCodes }: ShopPlace): Promise<ReadonlyMap<string, string>> => {
  const url = `http://127.0.0.1:${bench.ports.http}`;
  await firstSignIn(sendingTo(`${url}/jeecg-boot`), { username: 'admin', initial: bench.oneTimePassword(), chosen: PASSWORD });
  const api = await signIn({ url, username: 'admin', password: PASSWORD });
  await setUpAccounts(api, {
    tenantId: '1',
    merchants: await merchantsOf(standIn),
    onSkipped: (name) => {
      throw new Error(`the account ${name} was refused`);
    },
  });
  const labels = new Map<string, string>();
  for (let from = 0; from < cpCodes.length; from += LABELS_AT_ONCE) {
    const labelled = await api.call(payQrApi.payQrCodes, { cpCodes: cpCodes.slice(from, from + LABELS_AT_ONCE).join(',') });
    for (const { cpCode, ref, check } of labelled) labels.set(cpCode, `${ref}${check}`);
  }
  return labels;
};
