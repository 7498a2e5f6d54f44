import { mainPartType, startSource } from '#engines/order/codes.ts';
import { startObstacles } from '#engines/order/rules/start-decision.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { partyById } from '#domains/customer/server.ts';
import { plugRequirementOf } from '../actions/remote-start.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import { freeGun } from './free-gun.server.ts';
import { openAndStart } from './open-order.server.ts';
import { lockStartSite } from './start-site.server.ts';

/** A charge that a partner's program begins, and the wallet of a company pays. */
export interface AccountCharge {
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly tenantId: string;
  readonly custId: string;
  readonly strategy: Strategy;
}

export type StartedAccountCharge = { readonly ok: true; readonly chargingOrderId: string } | { readonly ok: false; readonly obstacle: string };

/** Begins the charge, or says what is in its way, in the transaction of the caller; money is held as for every charge of the company. */
export const startAccountCharge = async (
  work: OrderWork,
  { cpCode, gunNumber, tenantId, custId, strategy }: AccountCharge,
): Promise<StartedAccountCharge> => {
  const { tx } = work;
  await freeGun(work, { cpCode, gunNumber });
  const site = await lockStartSite(tx, cpCode, gunNumber);
  if (site?.tenantId !== tenantId) return { ok: false, obstacle: 'gun.unknown' };
  const party = await partyById(tx, mainPartType.agentCustomer, custId);
  if (party?.tenantId !== tenantId) return { ok: false, obstacle: 'account.unknown' };
  const opened = await openAndStart(work, {
    site,
    party,
    reserved: undefined,
    passwordMatches: null,
    strategy,
    startSource: startSource.thirdParty,
    by: 'command',
    ...(await plugRequirementOf(tx, site)),
  });
  if (opened.ok) return { ok: true, chargingOrderId: opened.order.row.orderId };
  const { refusal, args } = opened.verdict;
  return { ok: false, obstacle: startObstacles.find((obstacle) => obstacle === args['obstacle']) ?? refusal };
};
