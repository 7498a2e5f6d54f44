import type { Server } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { followCertificate } from '#kit/server/tls/certificate.ts';
import type { CertificateSource } from '#kit/server/tls/certificate.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import type { Log } from './environment.ts';

/** A port over TLS, and the certificate shown there. */
export interface TlsPort {
  readonly port: number;
  readonly certificate: CertificateSource;
}

interface KeepOptions {
  readonly protocol: PileRef['protocol'];
  readonly log: Log;
}

/** Minimum time between two log lines about handshakes that failed. */
const LOG_INTERVAL_MS = 60_000;

/** Keeps the certificate of a server up to date, and logs failed handshakes, such as those of piles that refuse it. Returns a function that ends this. */
export const keepCertificate = (server: TlsServer, { certificate }: TlsPort, { protocol, log }: KeepOptions): (() => void) => {
  let [failed, loggedMs] = [0, -Infinity];
  server.on('tlsClientError', (error, { remoteAddress: address }) => {
    failed += 1;
    if (performance.now() - loggedMs < LOG_INTERVAL_MS) return;
    loggedMs = performance.now();
    log.warn({ protocol, why: error.message, address, failed }, 'TLS handshakes of piles fail');
  });
  return followCertificate(server, certificate);
};

/** Begins to listen and returns the actual port. Rejects when the port is taken. */
export const listen = (server: Server, target: { readonly port: number; readonly host: string; readonly backlog: number }): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(target, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : target.port);
    });
  });
