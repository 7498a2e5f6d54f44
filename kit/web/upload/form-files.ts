import { createContext, useEffect } from 'react';
import { createStore } from '../store.ts';
import type { Store } from '../store.ts';
import type { UploadItem } from './items.ts';

/** The files of one input. */
interface FileList {
  readonly store: Store<readonly UploadItem[]>;
}

/** The uploads for which a form waits. */
export interface FilesState {
  /** The common progress of the running uploads; undefined when none is running. */
  readonly percent: number | undefined;
  /** The name of the first file whose upload failed. */
  readonly failed: string | undefined;
}

const clear: FilesState = { percent: undefined, failed: undefined };

/** The uploads of one form. They are stored outside React, so that they continue while the page is hidden. */
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
  /** Stops following an input that is unmounted or hidden, unless it has a running upload. */
  readonly letGo = (list: FileList): void => {
    if (list.store.get().some(({ status }) => status === 'uploading')) return;
    this.#lists.get(list)?.();
    this.#lists.delete(list);
    this.#look();
  };
  /** Registers a validation that runs before that of the form, such as that of an editable table. Returns the function that removes it. */
  readonly judge = (isRight: () => Promise<boolean>): (() => void) => {
    this.#judges.add(isRight);
    return () => void this.#judges.delete(isRight);
  };
  readonly hasJudges = (): boolean => this.#judges.size > 0;
  /** Runs the registered validations. The first that fails shows its own error. */
  readonly isRight = async (): Promise<boolean> => {
    for (const isRight of this.#judges) if (!(await isRight())) return false;
    return true;
  };
  readonly isClear = (): boolean => this.store.get() === clear;
  /** The state of the files once no upload is running. */
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

/** The uploads of the surrounding form, if there is one. */
export const FormFilesContext = createContext<FormFiles | undefined>(undefined);

/** Registers the files of an input with the surrounding form. */
export const useReportedToForm = (files: FormFiles | undefined, list: FileList): void =>
  useEffect(() => {
    files?.follow(list);
    return () => files?.letGo(list);
  }, [files, list]);
