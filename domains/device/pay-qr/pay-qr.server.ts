import { entityState } from '#engines/entity/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import type { LabelParts } from './label.rules.ts';
import { labelsOf, renewLabel } from './label.server.ts';
import type { LabelKeys } from './label.server.ts';
import { addressOf, addressOfPile, checkAddress, sharedTemplate } from './pay-qr.rules.ts';
import { payQrApi, payQrRefusals } from './pay-qr.ts';

/** Native piles can show a payment code; OCPP 1.6 has no message for it. */
const NATIVE = pileProtocol.items.native.value;

export interface PayQrDeps {
  readonly secrets: LabelKeys;
}

export const payQrRoutes = ({ secrets }: PayQrDeps): readonly Route[] =>
  implement(payQrApi, {
    payQrCodes: async (ctx, { cpCodes }) =>
      (await labelledPiles(ctx, secrets, { cpCodes, isChanged: false })).map(({ cpCode, ref, check, cpName, gunCount, payQrCode }) => ({
        cpCode,
        ref,
        check,
        cpName,
        gunCount,
        payQrCode,
      })),
    setPayQrCode: async (ctx, { cpCodes, payQrCode }) => {
      const verdict = checkAddress(payQrCode.trim());
      if (!verdict.ok) return throwRefusal(payQrRefusals, verdict.refusal);
      for (const each of await labelledPiles(ctx, secrets, { cpCodes, isChanged: true })) await setAddress(ctx, each, verdict.next);
      return ctx.say(kitWords.changed);
    },
    renewLabels: async (ctx, { cpCodes }) => {
      for (const each of await labelledPiles(ctx, secrets, { cpCodes, isChanged: true })) {
        const template = sharedTemplate([each]) ?? '';
        const label = await renewLabel(ctx.db, secrets, each.cpCode);
        if (template.includes('{ref}')) await setAddress(ctx, { ...each, ...label }, template);
      }
      return ctx.say(kitWords.changed);
    },
  });

interface LabelledRow extends LabelParts {
  readonly cpCode: string;
  readonly cpName: string;
  readonly protocol: number;
  readonly gunCount: number;
  readonly payQrCode: string | null;
}

/** Stores the address of a pile and sends it to one that can show it. */
const setAddress = async (ctx: Context, row: LabelledRow, template: string): Promise<void> => {
  const { cpCode, gunCount } = row;
  await ctx.rows(pile).change(cpCode, { payQrCode: addressOfPile(template, row) });
  if (row.protocol !== NATIVE) return;
  for (let gunNumber = 1; gunNumber <= gunCount; gunNumber++) {
    const url = addressOf(template, { ...row, gunNumber });
    await enqueueCommand(ctx.db, {
      cpCode,
      command: { cmd: 'setPayQrCode', gunNumber, url },
      requestedBy: ctx.viewer.username,
      because: 'operator',
    });
  }
};

interface AskedPiles {
  readonly cpCodes: string;
  /** None of them may be disused. */
  readonly isChanged: boolean;
}

/** The piles with their labels, in the order of their codes. */
const labelledPiles = async (ctx: Context, keys: LabelKeys, { cpCodes, isChanged }: AskedPiles): Promise<readonly LabelledRow[]> => {
  const piles = await pilesOf(ctx, cpCodes);
  const labels = await labelsOf(
    ctx.db,
    keys,
    piles.map(({ cpCode }) => cpCode),
  );
  const disused = piles.find((row) => row.cpStat === entityState.disused);
  if (disused && isChanged) throwRefusal(deviceRefusals, 'device.disused', { name: disused.cpName });
  return piles.map((row) => ({ ...row, ...(labels.get(row.cpCode) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 })) }));
};

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode));
};
