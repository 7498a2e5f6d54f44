import { Button } from 'antd';
import { useState } from 'react';
import type { ComponentType } from 'react';
import type { ImportAnswer, ImportEdit, ImportPreview } from '#kit/resource/crud.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { LONG_NAME } from '../gallery/charger.ts';
import { useSay } from '../language.ts';
import { FileChooser } from './file-chooser.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { Outcome } from './outcome.tsx';
import { RowReview } from './row-review.tsx';
import type { Import, ImportProgress } from './use-import.ts';
import { importWords } from './words.ts';
import './import.css';

const noun: Words = ['电桩', '電樁', 'Chargers'];
/** An endpoint that no installation has, so nothing is written, and the dialog shows a refusal. */
const endpoint = { method: 'POST', path: '/gallery/charger/importExcel', allow: 'signedIn', input: {}, output: { form: 'opaque' } } as const;

const Opened = () => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(importWords.title)}</Button>
      <ImportDialog
        endpoint={endpoint}
        template={undefined}
        noun={{ path: '/gallery/charger' }}
        title={noun}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
};

/** An import that does not proceed. */
const useStill = (first: readonly File[], progress?: ImportProgress): Import => {
  const [files, choose] = useState(first);
  const [edits, setEdits] = useState<ReadonlyMap<number, ImportEdit>>(new Map());
  const idle = async (): Promise<void> => undefined;
  return {
    files,
    isEdited: edits.size > 0,
    progress,
    answer: undefined,
    choose,
    edit: ({ file, row }, name, text) => setEdits(new Map([...edits, [row, { file, row, cells: { ...edits.get(row)?.cells, [name]: text } }]])),
    editOf: ({ row }) => edits.get(row)?.cells,
    check: idle,
    run: idle,
  };
};

interface ChosenProps {
  readonly names?: readonly string[];
  readonly progress?: ImportProgress;
}
const Chosen = ({ names = [], progress }: ChosenProps) => {
  const importing = useStill(
    names.map((name) => new File(['x'.repeat(18_400)], name)),
    progress,
  );
  return <FileChooser importing={importing} template={undefined} />;
};
const chosen = (props: ChosenProps): ComponentType => {
  const State = () => <Chosen {...props} />;
  return State;
};

const columns: ImportPreview['columns'] = [
  { name: 'name', label: 'Name' },
  { name: 'power', label: 'Power' },
  { name: 'speed', label: 'Speed', options: ['Fast', 'Slow'] },
];
const wrong: ImportPreview = {
  files: [{ name: 'north.xlsx', unread: ['Colour'] }],
  columns,
  goodCount: 38,
  badCount: 2,
  bad: [
    { file: 0, row: 4, cells: { name: 'North gate', power: 'sixty', speed: 'Fast' }, problems: { power: 'Power must be a number' } },
    { file: 0, row: 17, cells: { name: 'North gate', power: '60', speed: 'Fast' }, problems: { '': 'There is one of this name already' } },
  ],
};
const long: ImportPreview = {
  ...wrong,
  files: [
    { name: `${LONG_NAME}.xlsx`, unread: [] },
    { name: 'south.xlsx', unread: [LONG_NAME, 'Colour'] },
  ],
  badCount: 2_000,
  bad: [{ file: 0, row: 65_535, cells: { name: LONG_NAME, power: '60', speed: 'quick' }, problems: { name: LONG_NAME, speed: LONG_NAME } }],
};
const good: ImportPreview = { files: [{ name: 'north.xlsx', unread: [] }], columns, goodCount: 40, badCount: 0, bad: [] };
const Reviewed = ({ preview }: { readonly preview: ImportPreview }) => <RowReview preview={preview} importing={useStill([])} />;

const partly: ImportAnswer = {
  totalCount: 40,
  successCount: 38,
  errorCount: 2,
  msg: '38 rows imported, 2 have errors',
  fileUrl: 'temp/errors.xlsx',
  fileName: 'errors.xlsx',
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'import-choose',
    title: ['导入：选择文件', '匯入：選擇檔案', 'Import: choosing files'],
    states: {
      empty: chosen({}),
      filled: chosen({ names: ['north.xlsx', 'south.xls'] }),
      loading: chosen({ names: ['north.xlsx'], progress: { part: 0.4, keeps: false } }),
      longText: chosen({ names: [`${LONG_NAME}.xlsx`] }),
    },
    never: ['invalid', 'disabled'],
    more: [
      {
        name: 'checking',
        title: ['正在检查', '正在檢查', 'Being checked'],
        Shown: chosen({ names: ['north.xlsx'], progress: { part: 1, keeps: false } }),
      },
      { name: 'dialog', title: ['对话框', '對話框', 'In a dialog'], Shown: Opened },
    ],
  },
  {
    name: 'import-review',
    wide: true,
    title: ['导入：检查结果', '匯入：檢查結果', 'Import: what would come of it'],
    states: {
      empty: () => <Reviewed preview={{ ...good, goodCount: 0 }} />,
      filled: () => <Reviewed preview={good} />,
      invalid: () => <Reviewed preview={wrong} />,
      longText: () => <Reviewed preview={long} />,
    },
    never: ['disabled', 'loading'],
  },
  {
    name: 'import-outcome',
    title: ['导入：结果', '匯入：結果', 'Import: what came of it'],
    states: {
      filled: () => <Outcome answer={{ totalCount: 40, successCount: 40, errorCount: 0, msg: 'All 40 rows were imported' }} />,
      invalid: () => <Outcome answer={partly} />,
      longText: () => <Outcome answer={{ ...partly, msg: `${LONG_NAME}. ${LONG_NAME}` }} />,
    },
    never: ['empty', 'disabled', 'loading'],
  },
];
