import type { PlatformCalls } from '#engines/protocol/ocpp16/messages.ts';
import type { PileMemory } from '../pile/memory.ts';
import { numberOf } from './configuration.ts';

/** The answer to SendLocalList. A list that is too long, or a change of another version than the last one, leaves the list as it was. */
export const keepLocalList = (
  memory: PileMemory,
  { listVersion, updateType, localAuthorizationList = [] }: PlatformCalls['SendLocalList'],
): 'Accepted' | 'Failed' | 'VersionMismatch' => {
  const { version, tags } = memory.localList;
  if (localAuthorizationList.length > numberOf(memory, 'SendLocalListMaxLength')) return 'Failed';
  if (updateType === 'Differential' && listVersion <= version) return 'VersionMismatch';
  const next: Record<string, number | null> = updateType === 'Full' ? {} : { ...tags };
  for (const { idTag, idTagInfo } of localAuthorizationList) {
    if (idTagInfo?.status === 'Accepted') next[idTag] = idTagInfo.expiryDate === undefined ? null : Date.parse(idTagInfo.expiryDate);
    else delete next[idTag];
  }
  if (Object.keys(next).length > numberOf(memory, 'LocalAuthListMaxLength')) return 'Failed';
  memory.localList = { version: listVersion, tags: next };
  return 'Accepted';
};

/** Whether a station that has no connection accepts a tag by its list. */
export const isOnLocalList = ({ localList }: PileMemory, idTag: string, nowMs: number): boolean => {
  const endMs = localList.tags[idTag];
  return endMs !== undefined && (endMs === null || endMs > nowMs);
};
