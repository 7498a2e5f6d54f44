import { useState } from 'react';
import type { ImportAnswer, ImportEdit } from '#kit/resource/crud.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { upload } from '../calls/client.ts';
import type { CallError } from '../calls/client.ts';
import { isReportedElsewhere, useFeedback } from '../dialogs/feedback.tsx';
import { refresh } from '../calls/query.tsx';

/** The progress of an upload; from 1 on, the server is processing it. */
export interface ImportProgress {
  readonly part: number;
  readonly keeps: boolean;
}
/** Corrected cells by file and row. */
export type ImportEdits = ReadonlyMap<string, ImportEdit>;
const noEdits: ImportEdits = new Map();
const placeOf = ({ file, row }: Pick<ImportEdit, 'file' | 'row'>): string => `${file} ${row}`;

/** The steps of an import: choosing files, a preview without writing, corrections, and the import itself. */
export const useImport = (endpoint: Endpoint, noun: { readonly path: string }, onDone: () => void) => {
  const feedback = useFeedback();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [edits, setEdits] = useState(noEdits);
  const [isEdited, setIsEdited] = useState(false);
  const [progress, setProgress] = useState<ImportProgress>();
  const [answer, setAnswer] = useState<ImportAnswer>();
  const send = async (keeps: boolean) => {
    setProgress({ part: 0, keeps });
    try {
      const fields = { ...(!keeps && { preview: '1' }), ...(edits.size > 0 && { edits: JSON.stringify([...edits.values()]) }) };
      const onProgress = (part: number | undefined) => setProgress({ part: part ?? 0, keeps });
      const { result } = await upload(endpoint, { files, fields }, { part: 'files[]', onProgress });
      const importAnswer = result as ImportAnswer; // the endpoint's output declares the type
      if (keeps) void refresh(noun);
      if (keeps && importAnswer.errorCount === 0) return finish(importAnswer.msg);
      setAnswer(importAnswer);
      setIsEdited(false);
    } catch (problem) {
      const error = problem as CallError; // upload rejects only with CallError
      if (!isReportedElsewhere(error)) feedback.warn(`${files.map(({ name }) => name).join(', ')}: ${error.message}`);
    } finally {
      setProgress(undefined);
    }
  };
  const finish = (message: string): void => {
    feedback.showSuccess(message);
    begin([]);
    onDone();
  };
  const begin = (selected: readonly File[]) => {
    setFiles(selected);
    setEdits(noEdits);
    setIsEdited(false);
    setAnswer(undefined);
  };
  const edit = (rowRef: Pick<ImportEdit, 'file' | 'row'>, name: string, text: string) => {
    const existing = edits.get(placeOf(rowRef));
    setEdits(new Map([...edits, [placeOf(rowRef), { file: rowRef.file, row: rowRef.row, cells: { ...existing?.cells, [name]: text } }]]));
    setIsEdited(true);
  };
  return {
    files,
    isEdited,
    progress,
    answer,
    choose: begin,
    edit,
    editOf: (rowRef: Pick<ImportEdit, 'file' | 'row'>) => edits.get(placeOf(rowRef))?.cells,
    check: () => send(false),
    run: () => send(true),
  };
};
export type Import = ReturnType<typeof useImport>;
