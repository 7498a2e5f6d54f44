import type { Exhibits } from '#kit/web/gallery/exhibit.ts';
import type { LoadOptions } from '#kit/web/edit-table/cells/option-sources.ts';
import type { Pages } from '#kit/web/page/web-entry.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

export { galleryWords } from './gallery/gallery.labels.ts';
export { pathNames } from './area/area-names.web.ts';
export { softwareWords } from './software/software.labels.ts';
export { readSoftware } from './software/software.rules.ts';

export const pages: Pages = {
  'system/ConfigPage': () => import('./config/config.web.tsx').then((page) => ({ default: page.ConfigPage })),
  'system/CategoryPage': () => import('./category/category.web.tsx').then((page) => ({ default: page.CategoryPage })),
  'system/CheckRuleList': () => import('./check-rule/check-rule.web.tsx').then((page) => ({ default: page.CheckRuleList })),
  'system/AreaPage': () => import('./area/area.web.tsx').then((page) => ({ default: page.AreaPage })),
  'system/DictPage': () => import('./dict/page/dict-page.web.tsx').then((page) => ({ default: page.DictPage })),
  'system/JobList': () => import('./job/job.web.tsx').then((page) => ({ default: page.JobList })),
  'system/MyNotices': () => import('./notice/bell/my-notices.web.tsx').then((page) => ({ default: page.MyNotices })),
  'system/OnlineReport': () => import('./report/online-report.web.tsx').then((page) => ({ default: page.OnlineReport })),
  'system/NoticeList': () => import('./notice/notice-list.web.tsx').then((page) => ({ default: page.NoticeList })),
  'system/OperationLog': () => import('./sys-log/sys-log.web.tsx').then((page) => ({ default: page.OperationLog })),
  'system/Software': () => import('./software/software.web.tsx').then((page) => ({ default: page.SoftwarePage })),
  'system/OutboxList': () => import('./outbox/outbox.web.tsx').then((page) => ({ default: page.OutboxList })),
  'system/SignInLog': () => import('./sys-log/sys-log.web.tsx').then((page) => ({ default: page.SignInLog })),
};

export const cellPickers = {
  popup: { Picker: lazyComponent(() => import('#kit/web/report/popup-cell.tsx').then((picker) => picker.PopupCellPicker)) },
};

/** Loaded with the form or list that uses an area. */
export const AreaInput = lazyComponent(() => import('./area/area-input.web.tsx').then((input) => input.AreaInput));

/** Loaded with the first cell that uses a dictionary. */
export const cellOptions: LoadOptions = async (query) => (await import('./dict/select/cell-options.web.ts')).cellOptions(query);

/** For the header; loaded when the shell is first idle. */
export const loadBell = () => import('./notice/bell/bell.web.tsx');

/** For the gallery of widgets. */
export const loadExhibits: Exhibits = () => import('./gallery/system.exhibit.web.tsx');
