import { onTestFinished } from 'vitest';

/** How the fake server treats an upload. */
export type UploadOutcome =
  | { readonly message: string; readonly success?: boolean; readonly code?: number; readonly result?: unknown }
  | 'network'
  | 'waits';

interface SentUpload {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly url: string;
  readonly finish: (outcome: UploadOutcome) => void;
  readonly isAborted: () => boolean;
}

/** Replaces the network: the name of a file decides the outcome of its upload, and all uploads are recorded. */
export const fakeUploadServer = (outcomeOf: (name: string) => UploadOutcome): SentUpload[] => {
  const sent: SentUpload[] = [];
  const real = window.XMLHttpRequest;
  class FakeXhr extends EventTarget {
    readonly upload = new EventTarget();
    status = 200;
    responseText = '';
    timeout = 0;
    private url = '';
    private aborted = false;
    open(_method: string, url: string): void {
      this.url = url;
    }
    setRequestHeader(): void {}
    abort(): void {
      this.aborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(form: FormData): void {
      const file = (form.get('file') ?? form.get('files[]')) as File;
      const fields = Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
      sent.push({ name: file.name, fields, url: this.url, finish: (outcome) => this.applyOutcome(outcome), isAborted: () => this.aborted });
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 40, total: 100 }));
      this.applyOutcome(outcomeOf(file.name));
    }
    private applyOutcome(outcome: UploadOutcome): void {
      if (outcome === 'waits') return;
      setTimeout(() => {
        if (outcome === 'network') return this.dispatchEvent(new Event('error'));
        this.responseText = JSON.stringify({ success: true, code: 200, timestamp: 1, result: null, ...outcome });
        return this.dispatchEvent(new Event('load'));
      });
    }
  }
  window.XMLHttpRequest = FakeXhr as unknown as typeof XMLHttpRequest; // the members that an upload uses
  onTestFinished(() => {
    window.XMLHttpRequest = real;
  });
  return sent;
};
