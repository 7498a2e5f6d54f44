import { DataDirInUse } from '#kit/db/embedded/index.ts';
import { MigrationError } from '#kit/db/schema/migrations.ts';
import { NameInUse } from '#kit/db/connections/presence.ts';
import { CertificateError } from '#kit/server/tls/certificate.ts';
import { WorkingRoleError } from '#kit/db/schema/working-role.ts';
import type { Config } from './config.ts';
import { MasterKeyError } from './master-keys.ts';

/** Connection refused, unknown host, wrong password, access denied, no such database. */
const DATABASE_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '28P01', '28000', '3D000']);

/** Errors whose own message is shown to the operator. */
const SHOWN_ERRORS = [CertificateError, DataDirInUse, MigrationError, MasterKeyError, NameInUse, WorkingRoleError] as const;

/** Explains a failed start in one line without a stack, when the operator can fix the cause. */
export const startupError = (error: unknown, { host, databaseUrl }: Pick<Config, 'host' | 'databaseUrl'>): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (SHOWN_ERRORS.some((kind) => error instanceof kind)) return error.message;
  if (!('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && databaseUrl === undefined)) return `HOST ${host} is no address of this machine.`;
  if ('syscall' in error && error.syscall === 'listen') return listenLine(code, error);
  if (DATABASE_CODES.has(code)) return `The database of DATABASE_URL cannot be used: ${error.message}.`;
  if (code === '42501')
    return `The user of DATABASE_URL must own the database and may create roles, or the owner stands in DATABASE_OWNER_URL and a user who works in DATABASE_URL: ${error.message}.`;
  if ('path' in error) return `The data folder cannot be used: ${error.message}.`;
  return undefined;
};

const listenLine = (code: string, error: Error): string | undefined => {
  const port = 'port' in error ? String(error.port) : '?';
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program; set PORT, OCPP_PORT, PILE_PORT, METRICS_PORT or the ports over TLS to a free one.`;
  return code === 'EACCES' ? `This user may not listen on port ${port}.` : undefined;
};
