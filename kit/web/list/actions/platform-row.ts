import type { AnyResource } from '#kit/resource/resource.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import type { PlainRow } from '../../kinds/cell.tsx';
import type { Viewer } from '../../session/session.ts';

/** Whether a row belongs to the platform, which shares it with all tenants, and the viewer belongs to one of them. */
export const isPlatformRow = (noun: Pick<AnyResource, 'scope' | 'fields'>, row: PlainRow, viewer: Pick<Viewer, 'roleLevel'> | undefined): boolean =>
  viewer !== undefined &&
  viewer.roleLevel < roleReach.platform &&
  noun.scope.tenant === 'shared' &&
  noun.fields['tenantId'] !== undefined &&
  (row['tenantId'] ?? null) === null;
