import { choice, json, longText, optional, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { BATCH_MAX } from './crud.ts';
import { endpoint, opaque } from './endpoint.ts';

/** The result of one row, or its expected result in a preview. */
export interface BulkRow {
  readonly id: string;
  /** The title of the row; its id when it is not visible. */
  readonly title: string;
  readonly outcome: 'done' | 'refused';
  /** The reason of a refusal in the viewer's language; empty after success. */
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
      /**
       * The feature, and the name of its verb for one row: `delete`, `changeState`, another endpoint that takes an `id`, or one declared with
       * `bulk`.
       */
      noun: text({ min: 1, max: 40 }),
      verb: text({ min: 1, max: 40 }),
      rowIds: longText({ min: 1, max: BATCH_MAX * 65 }),
      /** The state that `changeState` sets. */
      state: optional(text({ max: 40 })),
      /** The inputs that are the same for all rows. */
      shared: optional(json<Readonly<Record<string, unknown>>>()),
      preview: choice(preview, { initial: 0 }),
    },
    output: opaque<{ readonly rows: readonly BulkRow[] }>(),
  }),
};
