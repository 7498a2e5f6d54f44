import { createHash } from 'node:crypto';
import { storeBytes } from '#domains/system/server.ts';
import type { FilePlaces } from '#domains/system/server.ts';
import { pdfType } from '#kit/resource/printed-document.ts';
import { xmlType } from './mail-invoice.server.ts';

interface FetchedFiles {
  readonly serialNo: string;
  readonly isRed: boolean;
  readonly pdf: Uint8Array;
  readonly xml: Uint8Array | undefined;
}

export interface StoredFiles {
  readonly pdfPath: string;
  readonly xmlPath: string | null;
  readonly store: string;
  readonly sha256: string;
}

/** Stores the files of an invoice under the same names each time. */
export const storeFiles = async (places: FilePlaces, { serialNo, isRed, pdf, xml }: FetchedFiles): Promise<StoredFiles> => {
  const name = `invoice/${serialNo.slice(0, 6)}/${serialNo}${isRed ? '-red' : ''}`;
  const pdfPath = `${name}.pdf`;
  const store = await storeBytes(places, { name: pdfPath, contentType: pdfType, bytes: pdf });
  const xmlPath = xml ? `${name}.xml` : null;
  if (xml && xmlPath) await storeBytes(places, { name: xmlPath, contentType: xmlType, bytes: xml });
  return { pdfPath, xmlPath, store, sha256: createHash('sha256').update(pdf).digest('hex') };
};
