import type { ChargeStrategy } from '../model/goal.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { accountType, localResult, NO_ANSWER, refused, startSource, type Claim, type Permission } from './facts.ts';
import type { Gun } from './gun.ts';
import type { Pile } from './pile.ts';

/** What a driver requests at the pile. */
export interface StartRequest extends Partial<ChargeStrategy> {
  readonly account: string;
  /** The digits typed at the pile. */
  readonly password?: string;
}

/** The ways to start at the pile itself. */
export type StartMethod = 'card' | 'vin' | 'password' | 'phone';

const sources: Readonly<Record<StartMethod, number>> = {
  card: startSource.card,
  vin: startSource.vin,
  password: startSource.password,
  phone: startSource.account,
};

/** Requests a start from the platform and starts if it is permitted. Returns the permission before the start has succeeded. */
export const requestAndStart = async (
  pile: Pile,
  gunNumber: number,
  { by, ...request }: StartRequest & { readonly by: StartMethod },
): Promise<Permission> => {
  const gun = pile.gun(gunNumber);
  if (!gun) return refused(localResult.fault);
  const refusal = localRefusal(pile, gun);
  if (refusal !== 0) return refused(refusal);
  const claim: Claim = {
    accountType: accountType[by],
    account: request.account,
    ...(request.password !== undefined && { password: request.password }),
  };
  const wish: ChargeStrategy = {
    strategyType: request.strategyType ?? strategies.untilFull,
    strategyValE2: request.strategyValE2 ?? 0,
    balanceCents: request.balanceCents ?? 0,
    maxAmountCents: request.maxAmountCents ?? 0,
  };
  if (!pile.connection.checksGroups && isReservedForOther(gun, request.account)) return refused(localResult.reserved);
  gun.isRequesting = true;
  const permission = await pile.connection.requestStart(gun, claim, wish).catch(() => refused(NO_ANSWER));
  gun.isRequesting = false;
  if (permission.result !== startRequestResult.success || !pile.powered || gun.session) return permission;
  const { orderNo, balanceCents, maxAmountCents, rateRuleNo } = permission;
  gun.begin({ orderNo, claim, startSource: sources[by], rateRuleNo, wish: { ...wish, balanceCents, maxAmountCents } });
  return permission;
};

/** The gun is kept for another account. `group`: the group that the platform names for this one. */
export const isReservedForOther = ({ liveReservation }: Gun, account: string, group?: string): boolean =>
  liveReservation !== null && liveReservation.account !== account && (group === undefined || liveReservation.parentAccount !== group);

/** Why nobody can start here now, as the result of a start request; 0 if one can. */
const localRefusal = (pile: Pile, gun: Gun): number => {
  if (!pile.powered || gun.phase === 'fault' || gun.phase === 'disabled') return localResult.fault;
  if (gun.session || gun.isRequesting) return localResult.charging;
  return gun.car ? 0 : localResult.notPlugged;
};
