import { fileTypeFromFile } from 'file-type';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { SpooledFile } from '#kit/server/context/route.ts';
import { hasPictureExtension, isComplete, kindOf, safeName, TAIL_BYTES } from './kinds.rules.ts';
import { reencode } from './picture.server.ts';
import { uploadRefusals } from './upload.labels.ts';
import { uploadBounds } from './upload.ts';

/** A file that was accepted. */
export interface InspectedFile {
  readonly from: string;
  readonly name: string;
  readonly contentType: string;
  readonly extension: string;
  readonly sizeBytes: number;
  /** The hash of the uploaded file. */
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Detects the type of a file by its content, and re-encodes pictures; refuses unknown types. */
export const inspect = async (file: SpooledFile, onlyKind: string | null | undefined): Promise<InspectedFile> => {
  if (file.sizeBytes === 0) throwRefusal(uploadRefusals, 'upload.empty');
  if (onlyKind === BINARY_KIND) return inspectBinary(file);
  const detected = await fileTypeFromFile(file.path).catch(() => undefined);
  const isText = detected === undefined && (await isPlainText(file.path));
  const kind = kindOf({ contentType: detected?.mime, isText }, file.name);
  if (kind && !kind.isPicture && !isComplete(kind, await tailOf(file))) return throwRefusal(uploadRefusals, 'upload.broken');
  if (!kind || (onlyKind === 'image' && !kind.isPicture))
    return throwRefusal(uploadRefusals, onlyKind === 'image' || hasPictureExtension(file.name) ? 'upload.notImage' : 'upload.notKnown');
  const { contentType, extension } = kind;
  const common = { name: safeName(file.name, extension), contentType, extension, sha256: file.sha256 };
  if (!kind.isPicture) return { ...common, from: file.path, sizeBytes: file.sizeBytes, width: null, height: null };
  const { path, ...picture } = await reencode(file.path, file.sizeBytes, kind);
  return { ...common, ...picture, from: path };
};

/** The `kind` of an upload that is stored as it is, such as a firmware. */
export const BINARY_KIND = 'binary';
const MEGABYTE = 1024 * 1024;

/** A document, a picture or a text is no binary, and was chosen by mistake. */
const inspectBinary = async (file: SpooledFile): Promise<InspectedFile> => {
  if (file.sizeBytes > uploadBounds.binaryBytes) throwRefusal(uploadRefusals, 'upload.binaryTooLarge', { max: uploadBounds.binaryBytes / MEGABYTE });
  const detected = await fileTypeFromFile(file.path).catch(() => undefined);
  const isText = detected === undefined && (await isPlainText(file.path));
  if (isText || (detected !== undefined && !/^application\/(?!pdf|vnd\.|rtf|epub)/.test(detected.mime)))
    throwRefusal(uploadRefusals, 'upload.notBinary');
  const { sizeBytes, sha256, path: from } = file;
  return {
    from,
    sizeBytes,
    sha256,
    name: safeName(file.name, 'bin'),
    contentType: 'application/octet-stream',
    extension: 'bin',
    width: null,
    height: null,
  };
};

const tailOf = async ({ path, sizeBytes }: SpooledFile): Promise<Buffer> => {
  const handle = await open(path, 'r');
  try {
    const length = Math.min(sizeBytes, TAIL_BYTES);
    return (await handle.read(Buffer.alloc(length), 0, length, sizeBytes - length)).buffer;
  } finally {
    await handle.close();
  }
};

// oxlint-disable-next-line no-control-regex -- control letters are what no text has
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f]/u;

/** Whether the whole file is UTF-8 without control characters; read in chunks. */
const isPlainText = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path))
      if (!(chunk instanceof Uint8Array) || CONTROL.test(decoder.decode(chunk, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch {
    return false;
  }
};
