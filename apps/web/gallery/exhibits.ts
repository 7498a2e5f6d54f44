import { loadExhibits as loadIdentity } from '#domains/identity/web.ts';
import { loadExhibits as loadSystem } from '#domains/system/web.ts';
import type { Exhibits } from '#kit/web/gallery/exhibit.ts';

/** The exhibits of the gallery. Each widget has an `*.exhibit.tsx` beside it and a line here; exhibits of a domain come through its web.ts. */
export const folders: readonly Exhibits[] = [
  () => import('#kit/web/edit-table/edit-table.exhibit.tsx'),
  () => import('#kit/web/report/report.exhibit.tsx'),
  () => import('#kit/web/upload/upload.exhibit.tsx'),
  () => import('#kit/web/business/business.exhibit.tsx'),
  () => import('#kit/web/editors/editors.exhibit.tsx'),
  () => import('#kit/web/gallery/small.exhibit.tsx'),
  () => import('#kit/web/cron/cron.exhibit.tsx'),
  () => import('#kit/web/gallery/inputs.exhibit.tsx'),
  () => import('#kit/web/tree/tree-table.exhibit.tsx'),
  () => import('#kit/web/tree/tree-select.exhibit.tsx'),
  () => import('#kit/web/kinds/async-select.exhibit.tsx'),
  loadSystem,
  loadIdentity,
  () => import('#kit/web/picker/picker.exhibit.tsx'),
  () => import('#kit/web/advanced/advanced.exhibit.tsx'),
  () => import('#kit/web/gallery/dialogs.exhibit.tsx'),
  () => import('#kit/web/import/import.exhibit.tsx'),
  () => import('#kit/web/form/form.exhibit.tsx'),
  () => import('#kit/web/personal/personal.exhibit.tsx'),
  () => import('#kit/web/chart/chart.exhibit.tsx'),
];
