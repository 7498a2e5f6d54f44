import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { customers } from './domain.ts';
import * as routes from './routes.server.ts';
import type { CustomerBooks } from './balance/customer-books.server.ts';

export { customerOfPhone } from './customer/phone-customer.server.ts';
export { reapplyCard } from './card/reapply.server.ts';
export type { ReplacedCard } from './card/reapply.server.ts';
export { countWrongPassword, provePassword } from './party/password.server.ts';
export { fitsPile, mayChargeAt } from './party/party.rules.ts';
export { findParty, partyById } from './party/party.server.ts';
export type { Party } from './party/party.ts';
export type { CustomerBooks } from './balance/customer-books.server.ts';
export type { JoinPool } from './balance/funds-pool.server.ts';

/** `secrets` encrypt the card passwords. */
export const customerRoutes = (parts: { readonly secrets: Secrets; readonly books: CustomerBooks }): readonly Route[] =>
  gatherRoutes(customers, routes, parts);
