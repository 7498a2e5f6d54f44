import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { sessionStore } from '../session/session.ts';
import { asRecord, BASE_PATH, CallError, headersFor, readJson, send, settle, urlOf, wireHeaders } from './transport.ts';
import type { AnyEndpoint, CallOptions, Envelope, Params } from './transport.ts';
import { withStepUp } from './step-up-queue.ts';
import { textOf } from '../text-of.ts';
import { sayNow } from '../language.ts';
import { signingInfo } from './request-signing.ts';
import { words } from '../words.ts';

export { CallError } from './transport.ts';
export type { CallOptions } from './transport.ts';

/** Calls an endpoint and returns the result in its envelope. Throws `CallError`. */
export const call = async <E extends Endpoint>(endpoint: E, input: WireInputOf<E>, options: CallOptions = {}): Promise<WireAnswerOf<E>> =>
  (await callWhole(endpoint, input, options)).result as WireAnswerOf<E>; // the endpoint's output declares the type of the result

/** Like `call`, but returns the whole envelope, for pages that show the server's message. */
export const callWhole = <E extends Endpoint>(endpoint: E, input: WireInputOf<E>, options: CallOptions = {}): Promise<Envelope> =>
  withStepUp(() => callOnce(endpoint, input, options));

const callOnce = async <E extends Endpoint>(endpoint: E, input: WireInputOf<E>, options: CallOptions): Promise<Envelope> => {
  const token = sessionStore.get()?.token;
  const response = await send(endpoint, input, options);
  const body = await readJson(response);
  if (endpoint.output.form === 'bare' && Array.isArray(body)) return { success: true, code: 200, message: '', result: body, timestamp: Date.now() };
  return settle(response.status, body, token);
};

export interface DownloadedFile {
  readonly name: string;
  readonly blob: Blob;
}
export type Progress = (fraction: number | undefined) => void;

/** A download has no other time limit than this one. */
const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Downloads a file. `onProgress` gets a fraction from 0 to 1, or undefined while the size is unknown. */
export const download = <E extends Endpoint>(endpoint: E, input: WireInputOf<E>, options: DownloadOptions = {}): Promise<DownloadedFile> =>
  withStepUp(() => downloadOnce(endpoint, input, options));

interface DownloadOptions extends CallOptions {
  readonly onProgress?: Progress;
}

const downloadOnce = async <E extends Endpoint>(endpoint: E, input: WireInputOf<E>, options: DownloadOptions): Promise<DownloadedFile> => {
  const token = sessionStore.get()?.token;
  const response = await send(endpoint, input, { timeoutMs: DOWNLOAD_TIMEOUT_MS, ...options });
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) settle(response.status, noFile(response.status, await readJson(response)), token);
  if (!response.ok) settle(response.status, undefined, token);
  return {
    name: fileName(response.headers.get('content-disposition')) ?? endpoint.path.split('/').at(-1) ?? 'file',
    blob: await readBlob(response, type, options.onProgress),
  };
};

/** A JSON answer in place of a file is a failure, even if it claims success; without a message it gets the general one. */
const noFile = (status: number, body: unknown): unknown => {
  const { message } = asRecord(body);
  return { code: status, ...asRecord(body), success: false, message: typeof message === 'string' && message !== '' ? message : sayNow(words.failed) };
};

/** Downloads a stored file by its path, such as a picture or the rejected rows of an import. */
export const fetchStored = (path: string, options: CallOptions = {}): Promise<DownloadedFile> =>
  download({ method: 'GET', path: storedPath(path), allow: 'signedIn', input: {}, output: { form: 'file' } } satisfies Endpoint, {}, options);

const storedPath = (path: string): string => (path.startsWith('/') ? path.replace(BASE_PATH, '') : `/sys/common/static/${path}`);

/** Saves a file through the browser's downloads. */
export const saveFile = ({ name, blob }: DownloadedFile): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

interface UploadOptions extends CallOptions {
  readonly onProgress?: Progress;
  /** The name of the multipart part; the dialogs of the product family use `files[]`. */
  readonly part?: string;
}

/** Uploads files as multipart, with additional fields. Uses XMLHttpRequest because `fetch` reports no upload progress. */
export const upload = (endpoint: AnyEndpoint, input: UploadInput, options: UploadOptions = {}): Promise<Envelope> =>
  withStepUp(() => uploadOnce(endpoint, input, options));

const uploadOnce = async (endpoint: AnyEndpoint, input: UploadInput, options: UploadOptions): Promise<Envelope> => {
  // Uploads are not encrypted, and neither are their answers.
  const { sealing: _sealing, ...wire } = await signingInfo();
  const url = urlOf(endpoint, {});
  return uploadTo(url, { ...headersFor(endpoint, options), ...wireHeaders(wire, url, undefined) }, { endpoint, input, options });
};

interface UploadInput {
  readonly files: readonly File[];
  readonly fields?: Params;
}
interface UploadRequest {
  readonly endpoint: AnyEndpoint;
  readonly input: UploadInput;
  readonly options: UploadOptions;
}

const uploadTo = (url: string, headers: Readonly<Record<string, string>>, { endpoint, input, options }: UploadRequest): Promise<Envelope> =>
  new Promise((resolve, reject) => {
    const token = sessionStore.get()?.token;
    const request = new XMLHttpRequest();
    const form = new FormData();
    for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, textOf(value));
    for (const file of input.files) form.append(options.part ?? 'file', file, file.name);
    request.open(endpoint.method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = DOWNLOAD_TIMEOUT_MS;
    request.upload.addEventListener('progress', (event) => options.onProgress?.(event.lengthComputable ? event.loaded / event.total : undefined));
    request.addEventListener('timeout', () => reject(new CallError(504, sayNow(words.timeout))));
    request.addEventListener('error', () => reject(new CallError(0, sayNow(words.network))));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    request.addEventListener('load', () => {
      try {
        resolve(settle(request.status, parseText(request.responseText), token));
      } catch (problem) {
        reject(problem);
      }
    });
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });

const parseText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The file name in a `Content-Disposition` header; its UTF-8 form takes precedence. */
export const fileName = (disposition: string | null): string | undefined => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
};

const readBlob = async (response: Response, type: string, onProgress: Progress | undefined): Promise<Blob> => {
  if (!onProgress || !response.body) return response.blob();
  const total = Number(response.headers.get('content-length') ?? 0);
  const parts: BlobPart[] = [];
  let readBytes = 0;
  const reader = response.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    parts.push(chunk.value);
    readBytes += chunk.value.byteLength;
    onProgress(total > 0 ? readBytes / total : undefined);
  }
  return new Blob(parts, { type });
};
