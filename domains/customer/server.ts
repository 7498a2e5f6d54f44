import type { Route } from '#kit/server/route.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { carRoutes } from './car/car.server.ts';
import { carStationRoutes } from './car-station/car-station.server.ts';
import { carTypeRoutes } from './car-type/car-type.server.ts';
import { cardRoutes } from './card/card.server.ts';
import { cardOperateRoutes } from './card-operate/card-operate.server.ts';
import { cardStationRoutes } from './card-station/card-station.server.ts';
import { customerRoutes as custRoutes } from './customer/customer.server.ts';
import { pileBindingRoutes } from './pile-binding/pile-binding.server.ts';
import { vipDiscountRoutes } from './vip-discount/vip-discount.server.ts';
import { vipLevelRoutes } from './vip-level/vip-level.server.ts';
import type { JoinPool } from './pool.server.ts';

export { reapplyCard } from './card/reapply.server.ts';
export type { Reapplied } from './card/reapply.server.ts';
export { countWrongPassword, provePassword } from './party/password.server.ts';
export { mayChargeAt } from './party/party.rules.ts';
export { findParty, partyById } from './party/party.server.ts';
export type { Party } from './party/party.ts';
export type { JoinPool } from './pool.server.ts';

/** `secrets` seal the passwords of cards; `joinPool` moves money, which stands later on the street. */
export const customerRoutes = ({ secrets, joinPool }: { readonly secrets: Secrets; readonly joinPool: JoinPool }): readonly Route[] => [
  ...custRoutes(joinPool),
  ...cardRoutes(secrets, joinPool),
  ...cardOperateRoutes,
  ...cardStationRoutes,
  ...carRoutes(joinPool),
  ...carStationRoutes,
  ...carTypeRoutes,
  ...pileBindingRoutes,
  ...vipLevelRoutes,
  ...vipDiscountRoutes,
];
