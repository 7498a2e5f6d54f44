import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { roleLevel } from '../role/levels.ts';
import type { ViewerAssignment } from '../session/viewer-scope.rules.ts';
import type { UserRefusal } from './user.labels.ts';

const level = valuesOf(roleLevel);

/** Each level requires its own ids and allows no others: an additional id would silently restrict what the user sees. */
export const checkLevelFields = (assignment: ViewerAssignment): Verdict<true, UserRefusal> => {
  if (assignment.roleLevel === level.platform) return requireOnly(assignment, []);
  if (assignment.tenantId === null) return deny('user.needsTenant');
  if (assignment.roleLevel === level.tenant) return requireOnly(assignment, ['tenantId']);
  if (assignment.roleLevel === level.agent)
    return assignment.agentId === null ? deny('user.needsAgent') : requireOnly(assignment, ['tenantId', 'agentId']);
  if (assignment.roleLevel === level.station)
    return assignment.stationIds.length === 0 ? deny('user.needsStations') : requireOnly(assignment, ['tenantId', 'agentId', 'stationIds']);
  return assignment.custId === null ? deny('user.needsCustomer') : requireOnly(assignment, ['tenantId', 'agentId', 'custId']);
};

type Id = 'tenantId' | 'agentId' | 'stationIds' | 'custId';

const requireOnly = (assignment: ViewerAssignment, allowedFields: readonly Id[]): Verdict<true, UserRefusal> => {
  const presentFields: Readonly<Record<Id, boolean>> = {
    tenantId: assignment.tenantId !== null,
    agentId: assignment.agentId !== null,
    stationIds: assignment.stationIds.length > 0,
    custId: assignment.custId !== null,
  };
  const extra = (['tenantId', 'agentId', 'stationIds', 'custId'] as const).find((id) => presentFields[id] && !allowedFields.includes(id));
  return extra === undefined ? allow(true) : deny('user.tooNarrow', { field: extra });
};
