import type { FieldShape } from '#kit/fields/field.ts';
import { networkLevels, scopeFieldOf } from '#kit/resource/scope.ts';
import { singleId } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

/** Fills in the tenant, agent or station of a viewer who has only one. */
export const fillScope = (viewer: Viewer, shape: FieldShape, raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const filled: Record<string, unknown> = { ...raw };
  for (const level of networkLevels) {
    const name = scopeFieldOf[level];
    const absent = filled[name] === undefined || filled[name] === null || filled[name] === '';
    if (absent && shape[name] && !shape[name].optional) filled[name] = singleId(viewer.sees[level]);
  }
  return filled;
};
