import { valuesOf } from '#kit/fields/codes.ts';
import { roleLevel } from '../role/levels.ts';

const level = valuesOf(roleLevel);

/** Where a person stands in the network. */
export interface ViewerPosition {
  readonly roleLevel: number;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  readonly stationIds: readonly string[];
  readonly custId: string | null;
}

type VisibleIds = 'all' | readonly string[];

/** What a person sees at each level. Whoever lacks the id that the level asks for sees nothing. */
export const viewerScope = (
  person: ViewerPosition,
): { readonly tenant: VisibleIds; readonly agent: VisibleIds; readonly station: VisibleIds; readonly customer: VisibleIds } => ({
  tenant: person.tenantId !== null ? [person.tenantId] : person.roleLevel === level.platform ? 'all' : [],
  // A big customer charges at stations of every agent; being a customer is limit enough.
  agent: person.roleLevel === level.bigCustomer ? 'all' : person.agentId !== null ? [person.agentId] : person.roleLevel === level.agent ? [] : 'all',
  station: person.roleLevel === level.station ? person.stationIds : 'all',
  customer: person.roleLevel === level.bigCustomer ? (person.custId === null ? [] : [person.custId]) : 'all',
});
