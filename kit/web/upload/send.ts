import { CallError, upload } from '../calls/client.ts';
import type { Progress } from '../calls/client.ts';
import { sayNow } from '../language.ts';
import { nameOf } from './stored.ts';
import type { StoredFile } from './stored.ts';
import { uploadWords } from './words.ts';

/** Where files are uploaded, and which are accepted. */
export interface UploadTarget {
  /** The noun to which the files belong. */
  readonly biz: string;
  readonly kind: 'image' | 'file';
  /** Another upload path than the default one, below the base path. */
  readonly action?: string | undefined;
  /** The field of the answer that holds the path. */
  readonly responseName?: string | undefined;
  /** Additional form fields of the upload. */
  readonly extraFields?: Readonly<Record<string, string | number>> | undefined;
}

export const UPLOAD_PATH = '/sys/common/upload';
export const PICTURES = 'image/png,image/jpeg,image/webp';
const types = PICTURES.split(',');

/** Whether the browser takes a file for a picture; the server checks its content. */
export const isPictureFile = ({ type }: File): boolean => types.includes(type);

/** With this answer the server has stored nothing, and the picture is embedded as a data URL. */
const LOCAL = 'local';

/** Uploads one file and returns its path. */
export const sendFile = async (
  source: File,
  { biz, kind, action = UPLOAD_PATH, responseName = 'message', extraFields }: UploadTarget,
  options: { readonly onProgress?: Progress; readonly signal?: AbortSignal },
): Promise<StoredFile> => {
  const fields = { biz, isup: 1, ...(kind === 'image' && { kind }), ...extraFields };
  const envelope = await upload({ method: 'POST', path: action }, { files: [source], fields }, options);
  const path: unknown = Object.entries(envelope).find(([name]) => name === responseName)?.[1];
  if (typeof path !== 'string' || path === '') throw new CallError(500, sayNow(uploadWords.unknownError));
  if (path === LOCAL) return { path: await asData(source), name: source.name, sizeBytes: source.size };
  return { path, name: source.name || nameOf(path), sizeBytes: source.size };
};

const asData = (source: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new CallError(0, sayNow(uploadWords.failed))));
    reader.readAsDataURL(source);
  });

/** Why an upload failed; undefined when there is no reason. */
export const uploadProblem = (problem: unknown): string | undefined =>
  problem instanceof CallError && problem.message !== '' ? problem.message : undefined;

export const isCancelled = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError';
