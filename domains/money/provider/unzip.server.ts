import { unzipSync } from 'fflate';

export interface UnzippedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** What is larger is refused rather than kept in memory. */
const CONTENT_MAX_BYTES = 512 * 1024 * 1024;

/** The files of an archive. Undefined for bytes that are no archive, or one that is too large. Names may be in GBK, as Alipay writes them. */
export const unzipFiles = (bytes: Buffer): readonly UnzippedFile[] | undefined => {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        return total <= CONTENT_MAX_BYTES;
      },
    });
    if (total > CONTENT_MAX_BYTES) return undefined;
    return Object.entries(files).map(([name, content]) => ({ name: nameIn(name), content: Buffer.from(content) }));
  } catch {
    return undefined;
  }
};

/** A name whose letters all fit a byte was written without UTF-8. */
const nameIn = (name: string): string =>
  /[\u0080-\u00FF]/.test(name) && !/[^\0-\u00FF]/.test(name) ? new TextDecoder('gbk').decode(Buffer.from(name, 'latin1')) : name;
