import { loadExhibits } from '#domains/identity/web.ts';
import type { Exhibits } from '#kit/web/gallery/exhibit.ts';

/** What the gallery shows. A widget joins it by an `*.exhibit.tsx` beside it and a line here; one of a domain through its web door. */
export const folders: readonly Exhibits[] = [
  () => import('#kit/web/edit-table/edit-table.exhibit.tsx'),
  () => import('#kit/web/report/report.exhibit.tsx'),
  () => import('#kit/web/upload/upload.exhibit.tsx'),
  () => import('#kit/web/business/business.exhibit.tsx'),
  () => import('#kit/web/editors/editors.exhibit.tsx'),
  () => import('#kit/web/gallery/small.exhibit.tsx'),
  () => import('#kit/web/cron/cron.exhibit.tsx'),
  () => import('#kit/web/gallery/inputs.exhibit.tsx'),
  loadExhibits,
  () => import('#kit/web/gallery/dialogs.exhibit.tsx'),
];
