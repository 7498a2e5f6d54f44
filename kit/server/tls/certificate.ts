import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Server, TlsOptions } from 'node:tls';
import type { Logger } from 'pino';

/** Two PEM files: the server's certificate followed by its chain, and its private key. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate with its key, which fit together. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The names for which it is valid, as `DNS:cpo.example, IP Address:192.0.2.1`. */
  readonly names: string;
  readonly validFromMs: number;
  readonly validToMs: number;
}

/** The certificate of the listeners of a process. Its files are read again when they change. */
export interface CertificateSource {
  readonly current: () => Certificate;
  /** Calls `onCertificate` with each new certificate until the returned function is called. */
  readonly onChange: (onCertificate: (certificate: Certificate) => void) => () => void;
  readonly stop: () => void;
}

/** The files of the certificate and its key cannot be used. The message is for the person who starts the process. */
export class CertificateError extends Error {
  constructor(reason: string) {
    super(`TLS_CERT and TLS_KEY cannot be used: ${reason}.`);
    this.name = 'CertificateError';
  }
}

/** TLS 1.2 is the lowest version that OCPP's security profiles allow. A handshake must be complete within the time. */
export const TLS_LIMITS = { minVersion: 'TLSv1.2', handshakeTimeout: 10_000 } as const satisfies TlsOptions;

/** The options of a TLS server that shows the present certificate. */
export const tlsOptionsOf = (source: Pick<CertificateSource, 'current'>) => {
  const { cert, key } = source.current();
  return { ...TLS_LIMITS, cert, key };
};

/** Shows each new certificate to the new connections of a server; open connections stay as they are. Returns a function that ends this. */
export const followCertificate = (server: Pick<Server, 'setSecureContext'>, source: CertificateSource): (() => void) =>
  source.onChange(() => server.setSecureContext(tlsOptionsOf(source)));

/**
 * Reads both files.
 *
 * @throws when a file cannot be read, is no PEM file of its kind, or the two do not fit together
 */
export const readCertificate = async ({ certFile, keyFile }: CertificateFiles): Promise<Certificate> => {
  // One after the other, so that of two missing files always the same is named.
  const cert = await readFile(certFile);
  const key = await readFile(keyFile);
  // Refuses a key that belongs to another certificate.
  createSecureContext({ cert, key });
  const { subject, subjectAltName, validFrom, validTo } = new X509Certificate(cert);
  return { cert, key, names: subjectAltName ?? subject, validFromMs: Date.parse(validFrom), validToMs: Date.parse(validTo) };
};

/** How often the files are looked at. Notifications of the file system miss the exchange of a symbolic link, by which certificates are often renewed. */
const LOOK_MS = 10_000;
const DAY_MS = 86_400_000;
/** The remaining time from which the end of a certificate is logged once a day. */
const WARN_BEFORE_MS = 21 * DAY_MS;

interface WatchOptions {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly clock?: () => number;
  readonly lookMs?: number;
}

/**
 * Reads the files and watches them. A new certificate that cannot be used or is not valid now is refused and logged, and the present one stays in
 * use. At the start an expired certificate is taken and logged: clients decide about it, and some piles do not check.
 *
 * @throws CertificateError when the files cannot be used at the start
 */
export const watchCertificate = async (
  files: CertificateFiles,
  { log, clock = Date.now, lookMs = LOOK_MS }: WatchOptions,
): Promise<CertificateSource> => {
  let { seen, current } = await readFirst(files);
  let warnedMs = -Infinity;
  const listeners = new Set<(certificate: Certificate) => void>();
  const warnOfEnd = (): void => {
    const nowMs = clock();
    if (current.validToMs - nowMs > WARN_BEFORE_MS || nowMs - warnedMs < DAY_MS) return;
    warnedMs = nowMs;
    if (current.validToMs <= nowMs) log.error(factsOf(current), 'the TLS certificate has expired; browsers and piles refuse it');
    else log.warn(factsOf(current), 'the TLS certificate expires soon');
  };
  const look = async (): Promise<void> => {
    warnOfEnd();
    const present = await glance(files).catch(() => undefined);
    if (present === undefined || present === seen) return;
    try {
      const next = await readCertificate(files);
      if (next.validToMs <= clock() || next.validFromMs > clock())
        throw new Error(`it is valid from ${at(next.validFromMs)} to ${at(next.validToMs)}`);
      // The files were read while they were being written, or were written again unchanged.
      const isSame = next.cert.equals(current.cert) && next.key.equals(current.key);
      if (!isSame) {
        current = next;
        warnedMs = -Infinity;
        log.info(factsOf(current), 'the TLS certificate was changed');
        for (const onCertificate of listeners) onCertificate(current);
      }
    } catch (error) {
      log.error({ err: error, ...factsOf(current) }, 'a changed TLS certificate cannot be used; the one before stays in use');
    }
    // Also after a failure, so that it is logged once. A certificate written before its key is read again when the key changes.
    seen = present;
  };
  warnOfEnd();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookMs).unref();
  return {
    current: () => current,
    onChange: (onCertificate) => {
      listeners.add(onCertificate);
      return () => void listeners.delete(onCertificate);
    },
    stop: () => clearInterval(timer),
  };
};

const readFirst = async (files: CertificateFiles) => {
  try {
    return { seen: await glance(files), current: await readCertificate(files) };
  } catch (error) {
    throw new CertificateError(error instanceof Error ? error.message : String(error));
  }
};

/** Changes whenever one of the files is written or replaced. */
const glance = async ({ certFile, keyFile }: CertificateFiles): Promise<string> => {
  const stats = await Promise.all([stat(certFile), stat(keyFile)]);
  return stats.map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join(' ');
};

const at = (ms: number): string => new Date(ms).toISOString();
const factsOf = ({ names, validToMs }: Certificate) => ({ names, validTo: at(validToMs) });
