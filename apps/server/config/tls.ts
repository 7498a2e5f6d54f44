import path from 'node:path';
import type { CertificateFiles } from '#kit/server/tls/certificate.ts';
import { portOf } from './port.ts';

/** With a certificate, PORT serves HTTPS, and piles have a second port for each protocol. */
export interface TlsConfig extends CertificateFiles {
  readonly ocppPort: number;
  readonly pilePort: number;
}

/** Reads TLS_CERT, TLS_KEY, OCPP_TLS_PORT and PILE_TLS_PORT. Returns a one-line error when they do not fit together. */
export const readTls = (env: Readonly<Record<string, string | undefined>>): TlsConfig | string | undefined => {
  const [certFile, keyFile] = [env['TLS_CERT'], env['TLS_KEY']];
  if (!certFile && !keyFile) return undefined;
  if (!certFile || !keyFile) return 'TLS_CERT and TLS_KEY must be set together: the files of the certificate with its chain, and of its key.';
  const [ocppPort, pilePort] = [portOf(env, 'OCPP_TLS_PORT', 9001), portOf(env, 'PILE_TLS_PORT', 9101)];
  if (typeof ocppPort === 'string') return ocppPort;
  if (typeof pilePort === 'string') return pilePort;
  return { certFile: path.resolve(certFile), keyFile: path.resolve(keyFile), ocppPort, pilePort };
};
