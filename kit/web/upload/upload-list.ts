import { createStore } from '../store.ts';
import { retried, doneIn, movedTo, reconciled, withFault, withFile, withoutItem, withPercent, withSources } from './items.ts';
import type { UploadItem } from './items.ts';
import { isCancelled, isPictureFile, sendFile, uploadProblem } from './send.ts';
import type { UploadTarget } from './send.ts';
import type { StoredFile } from './stored.ts';

type Items = readonly UploadItem[];

export interface ListProps {
  readonly value: readonly StoredFile[];
  readonly onChange: (files: readonly StoredFile[]) => void;
  readonly target: UploadTarget;
  /** The maximum of files; with one, a new file replaces the old one. */
  readonly max: number;
  readonly onFault: (source: File, message: string | undefined) => void;
}

/** The number of concurrent uploads; more would only share the same bandwidth. */
const AT_ONCE = 3;
let itemCount = 0;

/** The files and uploads of an input. They are stored outside React, so that uploads continue while the page is hidden. */
export class UploadList {
  readonly store = createStore<Items>([]);
  private props: ListProps;
  private readonly controllers = new Map<string, AbortController>();
  private readonly waiting: { readonly key: string; readonly source: File }[] = [];

  constructor(props: ListProps) {
    this.props = props;
    this.store.set(reconciled([], props.value));
  }

  /** Takes over the current value of the form. */
  follow(props: ListProps): void {
    this.props = props;
    this.store.set(reconciled(this.store.get(), props.value));
  }

  /** False when one of them is not a picture although only pictures are accepted; otherwise the number of files beyond the maximum. */
  addFiles(files: readonly File[]): false | number {
    const { target, max } = this.props;
    if (target.kind === 'image' && !files.every(isPictureFile)) return false;
    if (max === 1 && files.length > 0) for (const { key } of this.store.get()) this.remove(key);
    const room = Math.max(0, max - this.store.get().length);
    const sources = files.slice(0, room).map((source) => ({ key: `new ${(itemCount += 1)}`, source }));
    this.change((items) => withSources(items, sources), false);
    this.waiting.push(...sources);
    this.goOn();
    return files.length - sources.length;
  }

  retry(key: string): void {
    const item = this.store.get().find((one) => one.key === key);
    if (item?.status !== 'error') return;
    this.change((items) => retried(items, key), false);
    this.waiting.push({ key, source: item.source });
    this.goOn();
  }

  /** Aborts a running upload, or removes a stored file. */
  remove(key: string): void {
    this.controllers.get(key)?.abort();
    this.change((items) => withoutItem(items, key));
  }

  /** False when the index does not exist. */
  move(key: string, to: number): boolean {
    const next = movedTo(this.store.get(), key, to);
    if (next) this.change(() => next);
    return next !== undefined;
  }

  private goOn(): void {
    while (this.controllers.size < AT_ONCE) {
      const next = this.waiting.shift();
      if (!next) return;
      if (this.store.get().some(({ key }) => key === next.key)) void this.send(next.key, next.source);
    }
  }

  private async send(key: string, source: File): Promise<void> {
    const controller = new AbortController();
    this.controllers.set(key, controller);
    try {
      const onProgress = (part: number | undefined) => this.change((items) => withPercent(items, key, Math.round((part ?? 0) * 100)), false);
      const file = await sendFile(source, this.props.target, { onProgress, signal: controller.signal });
      this.change((items) => withFile(items, key, file));
    } catch (problem) {
      if (isCancelled(problem)) return;
      const message = uploadProblem(problem);
      this.change((items) => withFault(items, key, message), false);
      this.props.onFault(source, message);
    } finally {
      this.controllers.delete(key);
      this.goOn();
    }
  }

  private change(step: (items: Items) => Items, notifies = true): void {
    const doneFiles = doneIn(this.store.get());
    this.store.set(step(this.store.get()));
    const value = doneIn(this.store.get());
    if (!notifies || (doneFiles.length === value.length && doneFiles.every(({ path }, index) => path === value[index]?.path))) return;
    // Holds the new value until the form passes it back.
    this.props = { ...this.props, value };
    this.props.onChange(value);
  }
}
