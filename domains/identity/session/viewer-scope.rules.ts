import { valuesOf } from '#kit/fields/codes.ts';
import { roleLevel } from '../role/levels.ts';

const level = valuesOf(roleLevel);

/** The tenant, agent, stations or customer of a user. */
export interface ViewerAssignment {
  readonly roleLevel: number;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  readonly stationIds: readonly string[];
  readonly custId: string | null;
}

type VisibleIds = 'all' | readonly string[];

/** What a user sees at each level. If the id that the level requires is missing, nothing. */
export const viewerScope = (
  assignment: ViewerAssignment,
): { readonly tenant: VisibleIds; readonly agent: VisibleIds; readonly station: VisibleIds; readonly customer: VisibleIds } => ({
  tenant: assignment.tenantId !== null ? [assignment.tenantId] : assignment.roleLevel === level.platform ? 'all' : [],
  // A big customer charges at stations of every agent, so only the customer restricts it.
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
