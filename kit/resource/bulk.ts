import { choice, json, longText, optional, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { BATCH_MAX } from './crud.ts';
import { endpoint, opaque } from './endpoint.ts';

/** What came of one row, or would come of it. */
export interface BulkRow {
  readonly id: string;
  /** What people call it; the id when it cannot be seen. */
  readonly title: string;
  readonly outcome: 'done' | 'refused';
  /** Why not, in the viewer's language; empty when it was done. */
  readonly reason: string;
}

const preview = codeTable({
  dictCode: 'bulk_mode',
  title: ['批量方式', '批次方式', 'Bulk mode'],
  items: {
    run: { value: 0, words: ['执行', '執行', 'Run'] },
    preview: { value: 1, words: ['预览', '預覽', 'Preview'] },
  },
});

export const bulkApi = {
  run: endpoint({
    method: 'POST',
    path: '/sys/bulk/run',
    allow: 'signedIn',
    idempotent: true,
    input: {
      /** The feature, and which of its verbs for one row: `delete`, `changeState`, another that takes an `id`, or one that says `many`. */
      noun: text({ min: 1, max: 40 }),
      verb: text({ min: 1, max: 40 }),
      rowIds: longText({ min: 1, max: BATCH_MAX * 65 }),
      /** The state that `changeState` sets. */
      state: optional(text({ max: 40 })),
      /** What a verb that says `many` is told of all rows alike. */
      shared: optional(json<Readonly<Record<string, unknown>>>()),
      preview: choice(preview, { initial: 0 }),
    },
    output: opaque<{ readonly rows: readonly BulkRow[] }>(),
  }),
};
