import { spawn } from 'node:child_process';
import path from 'node:path';

/** A running stand-in of the payment providers, as `npm run payments` starts it. */
export interface StandInProgram {
  readonly origin: string;
  /** A merchant's side of its account, as a pay configuration has it. */
  readonly merchants: () => Promise<Readonly<Record<'wechat', Readonly<Record<string, string>>>>>;
  /** What was given back so far of all payments, in minor units. */
  readonly refundedCents: () => Promise<number>;
  readonly stop: () => void;
}

const PROGRAM = path.resolve(import.meta.dirname, '../../../dist/payments.js');

interface StandInReport {
  readonly merchants: Awaited<ReturnType<StandInProgram['merchants']>>;
  readonly payments: readonly { readonly refunds: readonly { readonly amountCents: number }[] }[];
}

export const startStandInProgram = async (): Promise<StandInProgram> => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, STAND_IN_PORT: '0' } });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}; npm run build comes first`)));
    child.stdout.once('data', (line: Buffer) => resolve(/http:\S+:\d+/u.exec(line.toString())?.[0] ?? ''));
  });
  const told = async (): Promise<StandInReport> => {
    const answer = await fetch(`${origin}/_ctl`);
    // oxlint-disable-next-line typescript/no-unsafe-return -- the stand-in is ours
    return answer.json();
  };
  return {
    origin,
    merchants: async () => (await told()).merchants,
    refundedCents: async () => (await told()).payments.flatMap(({ refunds }) => refunds).reduce((sum, { amountCents }) => sum + amountCents, 0),
    stop: () => void child.kill(),
  };
};
