import { hostname } from 'node:os';
import path from 'node:path';
import { BODY_CIPHERS } from '#kit/cipher/body-cipher.ts';
import type { BodyCipher } from '#kit/cipher/body-cipher.ts';
import type { S3Place } from '#domains/system/server.ts';
import { readAccess } from './access.ts';
import type { AccessConfig } from './access.ts';
import { readPeople } from './people.ts';
import type { PeopleConfig } from './people.ts';
import { readS3 } from './s3.ts';

export type Role = 'api' | 'worker' | 'gateway';
const roles: readonly Role[] = ['api', 'worker', 'gateway'];

/** Where the system listens and keeps its data. */
export interface Config {
  readonly host: string;
  /** Browser and API. */
  readonly port: number;
  readonly ocppPort: number;
  readonly pilePort: number;
  /** Where this process tells what it measures of itself; absent means nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly dataDir: string;
  /** Where the heads of the log's chains are written: best where the database's own people cannot write. */
  readonly auditDir: string;
  /** A PostgreSQL of the operator's; absent means the embedded one under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Its owner, who migrates; absent means that DATABASE_URL names the owner, or one who only works on what is migrated. */
  readonly databaseOwnerUrl: string | undefined;
  /** Keys that seal what must be read again, as SECRETS_KEY names them; absent means one under `dataDir`. */
  readonly secretsKey: string | undefined;
  /** Ids of such keys to go on without: SECRETS_LOST. */
  readonly secretsLost: readonly string[];
  /** Names this process among those that listen for piles: no two at a time may have the same. */
  readonly nodeName: string;
  /** What this process does; all by default. */
  readonly roles: ReadonlySet<Role>;
  /** Secret of X-Sign; absent means one derived from the first of those keys. */
  readonly signSecret: string | undefined;
  /** Paths below the base path whose X-Sign is looked at. */
  readonly signPaths: readonly string[];
  /** How bodies between browser and API are encrypted; absent means not at all. */
  readonly bodyCipher: BodyCipher | undefined;
  readonly people: PeopleConfig;
  /** A bucket that uploaded files go to; absent means a folder under `dataDir`. */
  readonly s3: S3Place | undefined;
  /** Origins whose pages a menu may show inside the product. */
  readonly frameOrigins: readonly string[];
  readonly access: AccessConfig;
  /** Play a demo network through the real gateway and API. */
  readonly demo: boolean;
}

/** Look-ups of dictionaries, as in the family. */
const SIGN_PATHS = '/sys/dict/getDictItems/*,/sys/dict/loadDict/*,/sys/dict/loadDictItem/*,/sys/dict/loadTreeData,/sys/dict/loadTreePath';

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment and the arguments, or says in one line what is wrong. */
export const readConfig = (env: Env, args: readonly string[]): Config | string => {
  const unknown = args.find((arg) => arg !== '--empty' && arg !== '--demo');
  if (unknown !== undefined) return `Unknown argument ${unknown}. Known: --empty (start without demo data), --demo (the default).`;
  const ports = {
    port: portOf(env, 'PORT', 8080),
    ocppPort: portOf(env, 'OCPP_PORT', 9000),
    pilePort: portOf(env, 'PILE_PORT', 9100),
    metricsPort: portOf(env, 'METRICS_PORT', 0),
  };
  for (const value of Object.values(ports)) if (typeof value === 'string') return value;
  const asked = (env['ROLES'] ?? roles.join(',')).split(',').map((role) => role.trim());
  const wrong = asked.find((role) => !roles.some((known) => known === role));
  if (wrong !== undefined) return `ROLES names ${wrong}; known are ${roles.join(', ')}.`;
  const databaseUrl = env['DATABASE_URL'] || undefined;
  // Without what follows the scheme: it may hold a password.
  const databaseOwnerUrl = env['DATABASE_OWNER_URL'] || undefined;
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }))
    if (url !== undefined && !/^postgres(ql)?:\/\/./.test(url)) return `${name} must begin with postgres:// or postgresql://.`;
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined)
    return 'DATABASE_OWNER_URL wants DATABASE_URL, the user who works on its database.';
  const bodyCipher = BODY_CIPHERS.find((known) => known === env['BODY_CIPHER']);
  if (env['BODY_CIPHER'] && !bodyCipher) return `BODY_CIPHER names ${env['BODY_CIPHER']}; known are ${BODY_CIPHERS.join(', ')}.`;
  // The demo's own people speak plainly, and to a process that does everything.
  const demo = bodyCipher === undefined && roles.every((role) => asked.includes(role)) && !args.includes('--empty') && env['DEMO'] !== '0';
  const people = readPeople(env, demo);
  if (typeof people === 'string') return people;
  const s3 = readS3(env);
  if (typeof s3 === 'string') return s3;
  if (env['BASE_PATH'] && !/^(\/[\w-]+)+$/.test(env['BASE_PATH'])) return `BASE_PATH must read like /api, not ${env['BASE_PATH']}.`;
  const access = readAccess(env);
  if (typeof access === 'string') return access;
  const frameOrigins = (env['FRAME_ORIGINS'] ?? '').split(',').flatMap((text) => text.trim() || []);
  const noOrigin = frameOrigins.find((text) => !URL.canParse(text) || new URL(text).origin !== text);
  if (noOrigin !== undefined) return `FRAME_ORIGINS names ${noOrigin}; an origin reads https://maps.example.`;
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: Number(ports.port),
    ocppPort: Number(ports.ocppPort),
    pilePort: Number(ports.pilePort),
    metrics: env['METRICS_PORT'] ? { host: env['METRICS_HOST'] || '127.0.0.1', port: Number(ports.metricsPort) } : undefined,
    dataDir: path.resolve(env['DATA_DIR'] ?? '.data'),
    auditDir: path.resolve(env['AUDIT_DIR'] || path.join(env['DATA_DIR'] ?? '.data', 'audit')),
    databaseUrl,
    databaseOwnerUrl,
    secretsKey: env['SECRETS_KEY'] || undefined,
    secretsLost: (env['SECRETS_LOST'] ?? '').split(',').flatMap((text) => text.trim() || []),
    // A database of our own has one process; on a shared one, no two can listen on the same port of a machine.
    nodeName: env['NODE_NAME'] || (databaseUrl === undefined ? 'local' : `${hostname()}:${ports.pilePort}`),
    roles: new Set(roles.filter((role) => asked.includes(role))),
    signSecret: env['SIGN_SECRET'] || undefined,
    signPaths: (env['SIGN_PATHS'] ?? SIGN_PATHS).split(',').filter(Boolean),
    bodyCipher,
    people,
    s3,
    demo,
    frameOrigins,
    access,
  };
};

const portOf = (env: Env, name: string, fallback: number): number | string => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= 65_535 ? value : `${name} must be a port from 0 to 65535, not ${text}.`;
};
