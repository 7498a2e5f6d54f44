import type { ChargeStrategy } from '../model/goal.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { accountType, localResult, NO_ANSWER, refused, startSource, type Claim, type Permission } from './facts.ts';
import type { Gun } from './gun.ts';
import type { Pile } from './pile.ts';

/** What somebody wants when they come to charge. */
export interface StartRequest extends Partial<ChargeStrategy> {
  readonly account: string;
  /** The digits typed at the pile. */
  readonly password?: string;
}

/** Ways to start at the pile itself. */
export type StartMethod = 'card' | 'vin' | 'password' | 'phone';

const sources: Readonly<Record<StartMethod, number>> = {
  card: startSource.card,
  vin: startSource.vin,
  password: startSource.password,
  phone: startSource.account,
};

/** Asks the platform and, if it says yes, starts. The permission comes before the start has succeeded. */
export const askAndStart = async (
  pile: Pile,
  gunNumber: number,
  { by, ...asked }: StartRequest & { readonly by: StartMethod },
): Promise<Permission> => {
  const gun = pile.gun(gunNumber);
  if (!gun) return refused(localResult.fault);
  const no = whyNot(pile, gun);
  if (no !== 0) return refused(no);
  const claim: Claim = { accountType: accountType[by], account: asked.account, ...(asked.password !== undefined && { password: asked.password }) };
  const wish: ChargeStrategy = {
    strategyType: asked.strategyType ?? strategies.untilFull,
    strategyValE2: asked.strategyValE2 ?? 0,
    balanceCents: asked.balanceCents ?? 0,
    maxAmountCents: asked.maxAmountCents ?? 0,
  };
  gun.asking = true;
  const permission = await pile.line.askToStart(gun, claim, wish).catch(() => refused(NO_ANSWER));
  gun.asking = false;
  if (permission.result !== startRequestResult.success || !pile.powered || gun.session) return permission;
  const { orderNo, balanceCents, maxAmountCents, rateRuleNo } = permission;
  gun.begin({ orderNo, claim, startSource: sources[by], rateRuleNo, wish: { ...wish, balanceCents, maxAmountCents } });
  return permission;
};

/** Why nobody can start here now: a request-start result, 0 when they can. */
const whyNot = (pile: Pile, gun: Gun): number => {
  if (!pile.powered || gun.phase === 'fault' || gun.phase === 'disabled') return localResult.fault;
  if (gun.session || gun.asking) return localResult.charging;
  return gun.car ? 0 : localResult.notPlugged;
};
