import type { Shape } from '#kit/fields/field.ts';
import { onlyOne } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

const levelOf = { tenantId: 'tenant', agentId: 'agent', stationId: 'station' } as const;

/** A viewer of one tenant (agent, station) need not name it. */
export const fillScope = (viewer: Viewer, shape: Shape, raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const filled: Record<string, unknown> = { ...raw };
  for (const [name, level] of Object.entries(levelOf)) {
    const absent = filled[name] === undefined || filled[name] === null || filled[name] === '';
    if (absent && shape[name] && !shape[name].optional) filled[name] = onlyOne(viewer.sees[level]);
  }
  return filled;
};
