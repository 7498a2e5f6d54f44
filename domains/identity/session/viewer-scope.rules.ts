import { valuesOf } from '#kit/fields/codes.ts';
import { roleLevel } from '../role/levels.ts';

const level = valuesOf(roleLevel);

/** Where a person stands in the network. */
export interface ViewerAssignment {
  readonly roleLevel: number;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  readonly stationIds: readonly string[];
  readonly custId: string | null;
}

type VisibleIds = 'all' | readonly string[];

/** What a person sees at each level. Whoever lacks the id that the level asks for sees nothing. */
export const viewerScope = (
  assignment: ViewerAssignment,
): { readonly tenant: VisibleIds; readonly agent: VisibleIds; readonly station: VisibleIds; readonly customer: VisibleIds } => ({
  tenant: assignment.tenantId !== null ? [assignment.tenantId] : assignment.roleLevel === level.platform ? 'all' : [],
  // A big customer charges at stations of every agent; being a customer is limit enough.
  agent:
    assignment.roleLevel === level.bigCustomer
      ? 'all'
      : assignment.agentId !== null
        ? [assignment.agentId]
        : assignment.roleLevel === level.agent
          ? []
          : 'all',
  station: assignment.roleLevel === level.station ? assignment.stationIds : 'all',
  customer: assignment.roleLevel === level.bigCustomer ? (assignment.custId === null ? [] : [assignment.custId]) : 'all',
});
