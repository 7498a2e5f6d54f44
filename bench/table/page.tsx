import { createRoot } from 'react-dom/client';
import { EditTableView } from '#kit/web/edit-table/edit-table.tsx';
import type { Column } from '#kit/web/edit-table/table/column.ts';
import { EditTable } from '#kit/web/edit-table/table/table.ts';
import { FeedbackRoot } from '#kit/web/dialogs/feedback.tsx';
import { QueryRoot } from '#kit/web/calls/query.tsx';
import { UiRoot } from '#kit/web/theme/ui-root.tsx';
import '#kit/web/theme/theme.css';
import '#kit/web/theme/kit.css';

const rows = Number(new URLSearchParams(window.location.search).get('rows') ?? '1000');
const COLUMNS = 12;

/** Every third column has rules, one of them compares all rows; every fourth is a number that is summed. */
const columns: readonly Column[] = Array.from({ length: COLUMNS }, (_unused, at) => ({
  key: `c${at}`,
  title: [`列 ${at}`, `欄 ${at}`, `Column ${at}`],
  type: at % 4 === 3 ? 'inputNumber' : 'input',
  ...(at % 4 === 3 && { statistics: true }),
  ...(at === 0 && { validateRules: [{ required: true }, { unique: true }] }),
  ...(at % 3 === 1 && { validateRules: [{ pattern: '^[ -~]*$' }] }),
}));
const records = Array.from({ length: rows }, (_unused, row) => ({
  id: `r${row}`,
  ...Object.fromEntries(columns.map(({ key, type }, at) => [key, type === 'inputNumber' ? row * at : `${row}.${at}`])),
}));
const table = new EditTable({ columns, records, dragSort: true });

/** The limit: what this browser does with a letter in an input without a component of the product, on the same page. */
const BareInput = () => <input id="bare" aria-label="bare" />;

const begunMs = performance.now();
createRoot(document.querySelector('#root') ?? document.body).render(
  <QueryRoot>
    <UiRoot>
      <FeedbackRoot>
        <BareInput />
        <EditTableView table={table} label="Bench" mode="always" tight rowNumber rowSelection maxHeightPx={640} />
        <div id="plain" style={{ height: 640, overflow: 'auto' }}>
          <div style={{ height: 37 * rows }} />
        </div>
      </FeedbackRoot>
    </UiRoot>
  </QueryRoot>,
);
requestAnimationFrame(() => requestAnimationFrame(() => document.documentElement.setAttribute('data-shown-ms', String(performance.now() - begunMs))));
