import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
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
import type { CustomerBooks } from './balance/customer-books.server.ts';

export { reapplyCard } from './card/reapply.server.ts';
export type { Reapplied } from './card/reapply.server.ts';
export { countWrongPassword, provePassword } from './party/password.server.ts';
export { mayChargeAt } from './party/party.rules.ts';
export { findParty, partyById } from './party/party.server.ts';
export type { Party } from './party/party.ts';
export type { CustomerBooks } from './balance/customer-books.server.ts';
export type { JoinPool } from './balance/funds-pool.server.ts';

/** `secrets` seal the passwords of cards. */
export const customerRoutes = ({ secrets, books }: { readonly secrets: Secrets; readonly books: CustomerBooks }): readonly Route[] => [
  ...custRoutes(books),
  ...cardRoutes(secrets, books),
  ...cardOperateRoutes,
  ...cardStationRoutes,
  ...carRoutes(books),
  ...carStationRoutes,
  ...carTypeRoutes,
  ...pileBindingRoutes,
  ...vipLevelRoutes,
  ...vipDiscountRoutes,
];
