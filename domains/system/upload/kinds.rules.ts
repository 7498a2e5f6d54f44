/** An accepted type of file. Other types are refused, whatever their name. */
export interface FileKind {
  readonly contentType: string;
  readonly extension: string;
  /** Decoded and re-encoded before it is stored. */
  readonly isPicture?: true;
}

const office = 'application/vnd.openxmlformats-officedocument';
const byContent: Readonly<Record<string, FileKind>> = {
  'image/png': { contentType: 'image/png', extension: 'png', isPicture: true },
  'image/jpeg': { contentType: 'image/jpeg', extension: 'jpg', isPicture: true },
  'image/webp': { contentType: 'image/webp', extension: 'webp', isPicture: true },
  'application/pdf': { contentType: 'application/pdf', extension: 'pdf' },
  'application/zip': { contentType: 'application/zip', extension: 'zip' },
  'application/gzip': { contentType: 'application/gzip', extension: 'gz' },
  'application/x-7z-compressed': { contentType: 'application/x-7z-compressed', extension: '7z' },
  [`${office}.wordprocessingml.document`]: { contentType: `${office}.wordprocessingml.document`, extension: 'docx' },
  [`${office}.spreadsheetml.sheet`]: { contentType: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  [`${office}.presentationml.presentation`]: { contentType: `${office}.presentationml.presentation`, extension: 'pptx' },
};
/** The old Office formats share one container, so the file name decides between them. */
const CONTAINER = 'application/x-cfb';
const inContainer: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};
const texts: ReadonlySet<string> = new Set(['txt', 'csv', 'md', 'log', 'json']);
const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg', 'bmp', 'avif', 'heic', 'tif', 'tiff']);

/** The type that the content shows. */
export interface DetectedContent {
  readonly contentType: string | undefined;
  /** Only UTF-8 text. */
  readonly isText: boolean;
}

export const kindOf = ({ contentType, isText }: DetectedContent, name: string): FileKind | undefined => {
  const extension = extensionOf(name);
  if (contentType === CONTAINER) {
    const oldOfficeType = inContainer[extension];
    return oldOfficeType === undefined ? undefined : { contentType: oldOfficeType, extension };
  }
  if (contentType !== undefined) return byContent[contentType];
  return isText && texts.has(extension) ? { contentType: 'text/plain; charset=utf-8', extension } : undefined;
};

/** The part at the end of a file that contains the directory of an archive with its comment, or the end marker of a document. */
export const TAIL_BYTES = 66_000;
const zipExtensions: ReadonlySet<string> = new Set(['zip', 'docx', 'xlsx', 'pptx']);

/** Whether a file has its end, for types that have one, so that a file that only begins like a document is refused. */
export const isComplete = ({ extension }: FileKind, tail: Uint8Array): boolean => {
  if (zipExtensions.has(extension)) return lastIndex(tail, 'PK\u0005\u0006') >= 0;
  return extension === 'pdf' ? lastIndex(tail, '%%EOF') >= 0 : true;
};

const lastIndex = (bytes: Uint8Array, signature: string): number => {
  for (let offset = bytes.length - signature.length; offset >= 0; offset -= 1)
    if ([...signature].every((letter, n) => bytes[offset + n] === letter.charCodeAt(0))) return offset;
  return -1;
};

export const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether the file name claims to be a picture. */
export const hasPictureExtension = (name: string): boolean => pictures.has(extensionOf(name));

const NAME_LETTERS_MAX = 100;

/** A name that is valid on every system and has the extension of the detected type. */
export const safeName = (name: string, extension: string): string => {
  // oxlint-disable-next-line no-control-regex -- control letters are what has to go
  const baseName = (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu, '').trim();
  const ownExtension = extensionOf(baseName);
  const isSame = ownExtension === extension || (ownExtension === 'jpeg' && extension === 'jpg');
  const stem = isSame ? baseName.slice(0, -ownExtension.length - 1) : baseName;
  const shortStem = [...stem]
    .slice(0, NAME_LETTERS_MAX)
    .join('')
    .replace(/^\.+|\.+$/g, '');
  return `${shortStem || 'file'}.${isSame ? ownExtension : extension}`;
};
