import { hostname } from 'node:os';
import path from 'node:path';
import { BODY_CIPHERS } from '#kit/cipher/body-cipher.ts';
import type { BodyCipher } from '#kit/cipher/body-cipher.ts';
import type { S3Location } from '#domains/system/server.ts';
import { readAccess } from './access.ts';
import type { AccessConfig } from './access.ts';
import { readPeople } from './people.ts';
import type { PeopleConfig } from './people.ts';
import { portOf } from './port.ts';
import { readTls } from './tls.ts';
import type { TlsConfig } from './tls.ts';
import { readS3 } from './s3.ts';

export type Role = 'api' | 'worker' | 'gateway';
const roles: readonly Role[] = ['api', 'worker', 'gateway'];

/** Where the system listens and stores its data. */
export interface Config {
  readonly host: string;
  /** Port for browsers and the API. */
  readonly port: number;
  readonly ocppPort: number;
  readonly pilePort: number;
  /** The certificate for browsers and piles, and the ports for piles over TLS; absent means that nothing is encrypted by this process. */
  readonly tls: TlsConfig | undefined;
  /** Where this process serves its metrics; absent means that it serves none. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly dataDir: string;
  /** Folder for the heads of the log's hash chains; best a place where database administrators cannot write. */
  readonly auditDir: string;
  /** Address of the operator's PostgreSQL; absent means the embedded one under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /**
   * Address of the database owner, who migrates. Absent means that DATABASE_URL names the owner, or a working role on a database
   * that is already migrated.
   */
  readonly databaseOwnerUrl: string | undefined;
  /** Master keys that encrypt stored secrets, as SECRETS_KEY names them; absent means one key file under `dataDir`. */
  readonly secretsKey: string | undefined;
  /** Ids of lost master keys that the start may go on without (SECRETS_LOST). */
  readonly secretsLost: readonly string[];
  /** Name of this process among those that listen for piles. Two running processes must not share a name. */
  readonly nodeName: string;
  /** Roles of this process; all by default. */
  readonly roles: ReadonlySet<Role>;
  /** Secret of the X-Sign header; absent means one derived from the first master key. */
  readonly signSecret: string | undefined;
  /** Paths below the base path whose X-Sign header is checked. */
  readonly signPaths: readonly string[];
  /** How bodies between browser and API are encrypted; absent means not at all. */
  readonly bodyCipher: BodyCipher | undefined;
  readonly people: PeopleConfig;
  /** Bucket for uploaded files; absent means a folder under `dataDir`. */
  readonly s3: S3Location | undefined;
  /** How piles reach the API for files, such as https://files.example; absent means the address of this process. */
  readonly pileFilesUrl: string | undefined;
  /** Origins whose pages a menu may show inside the product. */
  readonly frameOrigins: readonly string[];
  readonly access: AccessConfig;
  /** Play a demo network through the real gateway and API. */
  readonly demo: boolean;
  /** The days of the past that the demo begins with; 0: none. */
  readonly pastDays: number;
}

const PAST_DAYS = 400;
const PAST_DAYS_MAX = 800;

/** Dictionary look-ups, which are signed by default. */
const SIGN_PATHS = '/sys/dict/getDictItems/*,/sys/dict/loadDict/*,/sys/dict/loadDictItem/*,/sys/dict/loadTreeData,/sys/dict/loadTreePath';

type Env = Readonly<Record<string, string | undefined>>;

const pastDaysOf = (env: Env): number | string => {
  const days = Number(env['PAST_DAYS'] || PAST_DAYS);
  return Number.isInteger(days) && days >= 0 && days <= PAST_DAYS_MAX
    ? days
    : `PAST_DAYS must be a number of days from 0 to ${PAST_DAYS_MAX}, not ${env['PAST_DAYS'] ?? ''}.`;
};

/** Reads the environment and the arguments, or returns a one-line error. */
export const readConfig = (env: Env, args: readonly string[]): Config | string => {
  const unknown = args.find((arg) => arg !== '--empty' && arg !== '--demo');
  if (unknown !== undefined) return `Unknown argument ${unknown}. Known: --empty (start without demo data), --demo (the default).`;
  const ports = {
    port: portOf(env, 'PORT', 8080),
    ocppPort: portOf(env, 'OCPP_PORT', 9000),
    pilePort: portOf(env, 'PILE_PORT', 9100),
    metricsPort: portOf(env, 'METRICS_PORT', 0),
  };
  const pastDays = pastDaysOf(env);
  for (const value of [pastDays, ...Object.values(ports)]) if (typeof value === 'string') return value;
  const requested = (env['ROLES'] ?? roles.join(',')).split(',').map((role) => role.trim());
  const unknownRole = requested.find((role) => !roles.some((cipher) => cipher === role));
  if (unknownRole !== undefined) return `ROLES names ${unknownRole}; known are ${roles.join(', ')}.`;
  const databaseUrl = env['DATABASE_URL'] || undefined;
  // Error messages never show what follows the scheme, because it may contain a password.
  const databaseOwnerUrl = env['DATABASE_OWNER_URL'] || undefined;
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }))
    if (url !== undefined && !/^postgres(ql)?:\/\/./.test(url)) return `${name} must begin with postgres:// or postgresql://.`;
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    return 'DATABASE_OWNER_URL wants DATABASE_URL, the user who works on its database.';
  const bodyCipher = BODY_CIPHERS.find((cipher) => cipher === env['BODY_CIPHER']);
  if (env['BODY_CIPHER'] && !bodyCipher) return `BODY_CIPHER names ${env['BODY_CIPHER']}; known are ${BODY_CIPHERS.join(', ')}.`;
  const tls = readTls(env);
  if (typeof tls === 'string') return tls;
  // The demo clients send unencrypted bodies over plain HTTP and need a process with every role.
  const demo =
    bodyCipher === undefined &&
    tls === undefined &&
    roles.every((role) => requested.includes(role)) &&
    !args.includes('--empty') &&
    env['DEMO'] !== '0';
  const people = readPeople(env, demo);
  if (typeof people === 'string') return people;
  const s3 = readS3(env);
  if (typeof s3 === 'string') return s3;
  if (env['BASE_PATH'] && !/^(\/[\w-]+)+$/.test(env['BASE_PATH'])) return `BASE_PATH must read like /api, not ${env['BASE_PATH']}.`;
  const access = readAccess(env);
  if (typeof access === 'string') return access;
  const pileFilesUrl = env['PILE_FILES_URL']?.replace(/\/+$/, '') || undefined;
  if (pileFilesUrl !== undefined && !/^https?:\/\/[^\s?#]+$/.test(pileFilesUrl))
    return `PILE_FILES_URL must read like https://files.example, not ${pileFilesUrl}.`;
  const frameOrigins = (env['FRAME_ORIGINS'] ?? '').split(',').flatMap((text) => text.trim() || []);
  const noOrigin = frameOrigins.find((text) => !URL.canParse(text) || new URL(text).origin !== text);
  if (noOrigin !== undefined) return `FRAME_ORIGINS names ${noOrigin}; an origin reads https://maps.example.`;
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: Number(ports.port),
    ocppPort: Number(ports.ocppPort),
    pilePort: Number(ports.pilePort),
    tls,
    metrics: env['METRICS_PORT'] ? { host: env['METRICS_HOST'] || '127.0.0.1', port: Number(ports.metricsPort) } : undefined,
    dataDir: path.resolve(env['DATA_DIR'] ?? '.data'),
    auditDir: path.resolve(env['AUDIT_DIR'] || path.join(env['DATA_DIR'] ?? '.data', 'audit')),
    databaseUrl,
    databaseOwnerUrl,
    secretsKey: env['SECRETS_KEY'] || undefined,
    secretsLost: (env['SECRETS_LOST'] ?? '').split(',').flatMap((text) => text.trim() || []),
    // An embedded database has one process. Processes that share a database on one machine cannot listen on the same port, so the host and
    // port are unique.
    nodeName: env['NODE_NAME'] || (databaseUrl === undefined ? 'local' : `${hostname()}:${ports.pilePort}`),
    roles: new Set(roles.filter((role) => requested.includes(role))),
    signSecret: env['SIGN_SECRET'] || undefined,
    signPaths: (env['SIGN_PATHS'] ?? SIGN_PATHS).split(',').filter(Boolean),
    bodyCipher,
    people,
    s3,
    demo,
    pastDays: Number(pastDays),
    pileFilesUrl,
    frameOrigins,
    access,
  };
};
