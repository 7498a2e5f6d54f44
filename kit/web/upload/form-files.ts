import { createContext, useEffect } from 'react';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import type { UploadItem } from './items.ts';

/** The files of one input. */
interface FileList {
  readonly store: Store<readonly UploadItem[]>;
}

/** What a form waits for. */
export interface FilesState {
  /** How far those on their way are together; undefined when none is. */
  readonly percent: number | undefined;
  /** The first that did not arrive. */
  readonly failed: string | undefined;
}

const clear: FilesState = { percent: undefined, failed: undefined };

/** The files of one form, outside React: they go on arriving while the page is hidden. */
export class FormFiles {
  readonly store = createStore<FilesState>(clear);
  readonly #judges = new Set<() => Promise<boolean>>();
  readonly #lists = new Map<FileList, () => void>();

  readonly follow = (list: FileList): void => {
    if (!this.#lists.has(list))
      this.#lists.set(
        list,
        list.store.subscribe(() => this.#look()),
      );
    this.#look();
  };
  /** An input that is gone or hidden is no longer asked, but what is on its way still arrives. */
  readonly letGo = (list: FileList): void => {
    if (list.store.get().some(({ status }) => status === 'uploading')) return;
    this.#lists.get(list)?.();
    this.#lists.delete(list);
    this.#look();
  };
  /** Something that judges itself before the form is judged, such as the rows of a table; it is no more asked once what is answered was called. */
  readonly judge = (isRight: () => Promise<boolean>): (() => void) => {
    this.#judges.add(isRight);
    return () => void this.#judges.delete(isRight);
  };
  readonly hasJudges = (): boolean => this.#judges.size > 0;
  /** The first that is wrong shows itself. */
  readonly isRight = async (): Promise<boolean> => {
    for (const isRight of this.#judges) if (!(await isRight())) return false;
    return true;
  };
  readonly isClear = (): boolean => this.store.get() === clear;
  /** As they stand when none is on its way any more. */
  readonly settled = (): Promise<FilesState> =>
    new Promise((resolve) => {
      const check = () => {
        const files = this.store.get();
        if (files.percent !== undefined) return;
        stop();
        resolve(files);
      };
      const stop = this.store.subscribe(check);
      check();
    });

  #look(): void {
    const items = [...this.#lists.keys()].flatMap(({ store }) => store.get());
    const percents = items.flatMap((item) => (item.status === 'uploading' ? [item.percent] : []));
    const failed = items.flatMap((item) => (item.status === 'error' ? [item.source.name] : []))[0];
    const percent = percents.length === 0 ? undefined : Math.floor(percents.reduce((sum, item) => sum + item, 0) / percents.length);
    const previous = this.store.get();
    if (percent === undefined && failed === undefined) this.store.set(clear);
    else if (percent !== previous.percent || failed !== previous.failed) this.store.set({ percent, failed });
  }
}

/** The form around an input of files, if there is one. */
export const FormFilesContext = createContext<FormFiles | undefined>(undefined);

/** Tells the form around an input of its files. */
export const useReportedToForm = (files: FormFiles | undefined, list: FileList): void =>
  useEffect(() => {
    files?.follow(list);
    return () => files?.letGo(list);
  }, [files, list]);
