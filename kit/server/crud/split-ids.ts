import { commaList } from '#kit/fields/comma-list.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';

/** The ids in a comma-separated text, without duplicates. */
export const splitIds = (ids: string): readonly string[] => {
  const parts = [...new Set(commaList(ids))];
  if (parts.length > BATCH_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
  return parts;
};
