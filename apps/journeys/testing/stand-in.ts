import { spawn } from 'node:child_process';
import path from 'node:path';
import type { StandInPayment } from '#apps/payments/books.ts';
import type { CallFault, NotificationFault } from '#apps/payments/misbehaviour.ts';

/** A running stand-in of the payment providers, as `npm run payments` starts it. */
export interface StandInProgram {
  readonly origin: string;
  /** A merchant's side of its account, as a pay configuration has it. */
  readonly merchants: () => Promise<StandInReport['merchants']>;
  readonly payments: () => Promise<readonly StandInPayment[]>;
  /** The account at the invoice service, as company invoice information has it. */
  readonly invoiceAccount: () => Promise<{ readonly appKey: string; readonly appSecret: string }>;
  /** What was given back so far of all payments, in minor units. */
  readonly refundedCents: () => Promise<number>;
  /** The payer pays; `isLate` for a payment that was closed already. */
  readonly pay: (payNo: string, how?: { readonly isLate: boolean }) => Promise<void>;
  /** What goes wrong next, each once. */
  readonly misbehave: (faults: StandInFaults) => Promise<void>;
  readonly stop: () => void;
}

export interface StandInFaults {
  readonly calls?: readonly CallFault[];
  readonly notifications?: readonly NotificationFault[];
  readonly refunds?: readonly ('slow' | 'abnormal' | 'closed')[];
}

const PROGRAM = path.resolve(import.meta.dirname, '../../../dist/payments.js');

interface StandInReport {
  readonly merchants: Readonly<Record<'wechat', Readonly<Record<string, string>>>>;
  readonly payments: readonly StandInPayment[];
  readonly invoiceAccount: Awaited<ReturnType<StandInProgram['invoiceAccount']>>;
}

export const startStandInProgram = async (env: Readonly<Record<string, string>> = {}): Promise<StandInProgram> => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, STAND_IN_PORT: '0', ...env } });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}; npm run build comes first`)));
    child.stdout.once('data', (line: Buffer) => resolve(/http:\S+:\d+/u.exec(line.toString())?.[0] ?? ''));
  });
  const told = async (): Promise<StandInReport> => {
    const answer = await fetch(`${origin}/_ctl`);
    // oxlint-disable-next-line typescript/no-unsafe-return -- the stand-in is ours
    return answer.json();
  };
  const tell = async (what: string, body: object): Promise<void> => {
    const answer = await fetch(`${origin}/_ctl/${what}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the stand-in refused ${what}: ${answer.status}`);
  };
  return {
    origin,
    merchants: async () => (await told()).merchants,
    payments: async () => (await told()).payments,
    invoiceAccount: async () => (await told()).invoiceAccount,
    refundedCents: async () => (await told()).payments.flatMap(({ refunds }) => refunds).reduce((sum, { amountCents }) => sum + amountCents, 0),
    pay: (payNo, how) => tell('pay', { payNo, ...how }),
    misbehave: (faults) => tell('faults', faults),
    stop: () => void child.kill(),
  };
};
