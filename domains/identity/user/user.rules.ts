import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { roleLevel } from '../role/levels.ts';
import type { ViewerPosition } from '../session/viewer-scope.rules.ts';
import type { UserRefusal } from './user.labels.ts';

const level = valuesOf(roleLevel);

/** Each level stands on its own ids, no more and no fewer: an id too many would narrow what a person sees without a word. */
export const checkStanding = (place: ViewerPosition): Verdict<true, UserRefusal> => {
  if (place.roleLevel === level.platform) return onlyHas(place, []);
  if (place.tenantId === null) return deny('user.needsTenant');
  if (place.roleLevel === level.tenant) return onlyHas(place, ['tenantId']);
  if (place.roleLevel === level.agent) return place.agentId === null ? deny('user.needsAgent') : onlyHas(place, ['tenantId', 'agentId']);
  if (place.roleLevel === level.station)
    return place.stationIds.length === 0 ? deny('user.needsStations') : onlyHas(place, ['tenantId', 'agentId', 'stationIds']);
  return place.custId === null ? deny('user.needsCustomer') : onlyHas(place, ['tenantId', 'agentId', 'custId']);
};

type Id = 'tenantId' | 'agentId' | 'stationIds' | 'custId';

const onlyHas = (place: ViewerPosition, fitting: readonly Id[]): Verdict<true, UserRefusal> => {
  const held: Readonly<Record<Id, boolean>> = {
    tenantId: place.tenantId !== null,
    agentId: place.agentId !== null,
    stationIds: place.stationIds.length > 0,
    custId: place.custId !== null,
  };
  const extra = (['tenantId', 'agentId', 'stationIds', 'custId'] as const).find((id) => held[id] && !fitting.includes(id));
  return extra === undefined ? allow(true) : deny('user.tooNarrow', { field: extra });
};
