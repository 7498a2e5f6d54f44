import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import type { CertificateFiles } from '#kit/server/tls/certificate.ts';

const DAY_MS = 86_400_000;

interface CertificateOptions {
  /** The DNS name; 127.0.0.1 is always an address of the certificate. */
  readonly name?: string;
  readonly keyType?: 'ec' | 'rsa';
  readonly validFromMs?: number;
  readonly validToMs?: number;
  /** It may certify others. */
  readonly isAuthority?: boolean;
}

/** A self-signed certificate with its key, as PEM text. A client trusts it when it is among its `ca`. */
export const createCertificate = async ({ name = 'piles.example', keyType = 'ec', isAuthority = false, ...validity }: CertificateOptions = {}) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType,
    notBeforeDate: new Date(validity.validFromMs ?? Date.now() - DAY_MS),
    notAfterDate: new Date(validity.validToMs ?? Date.now() + 90 * DAY_MS),
    extensions: [
      ...(isAuthority ? [{ name: 'basicConstraints' as const, cA: true, critical: true }] : []),
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
};

export const filesIn = (folder: string): CertificateFiles => ({ certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') });

/** Writes both files, as a program that renews certificates does. */
export const writeCertificate = async (folder: string, { cert, key }: { readonly cert: string; readonly key: string }): Promise<CertificateFiles> => {
  const files = filesIn(folder);
  await writeFile(files.certFile, cert);
  await writeFile(files.keyFile, key);
  return files;
};
