import { entityState } from '#engines/entity/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { addressOf, addressOfPile, checkAddress } from './pay-qr.rules.ts';
import { payQrApi, payQrRefusals } from './pay-qr.ts';

/** Native piles can show a payment code; OCPP 1.6 has no message for it. */
const NATIVE = pileProtocol.items.native.value;

export const payQrRoutes = implement(payQrApi, {
  payQrCodes: async (ctx, { cpCodes }) =>
    (await pilesOf(ctx, cpCodes)).map(({ cpCode, cpName, gunCount, payQrCode }) => ({ cpCode, cpName, gunCount, payQrCode })),
  setPayQrCode: async (ctx, { cpCodes, payQrCode }) => {
    const verdict = checkAddress(payQrCode.trim());
    if (!verdict.ok) return throwRefusal(payQrRefusals, verdict.refusal);
    const piles = await pilesOf(ctx, cpCodes);
    const disused = piles.find((row) => row.cpStat === entityState.disused);
    if (disused) throwRefusal(deviceRefusals, 'device.disused', { name: disused.cpName });
    for (const { cpCode, protocol, gunCount } of piles) {
      await ctx.rows(pile).change(cpCode, { payQrCode: addressOfPile(verdict.next, cpCode) });
      if (protocol !== NATIVE) continue;
      for (let gunNumber = 1; gunNumber <= gunCount; gunNumber++) {
        const url = addressOf(verdict.next, { cpCode, gunNumber });
        await enqueueCommand(ctx.db, {
          cpCode,
          command: { cmd: 'setPayQrCode', gunNumber, url },
          requestedBy: ctx.viewer.username,
          because: 'operator',
        });
      }
    }
    return ctx.say(kitWords.changed);
  },
});

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode));
};
