import path from 'node:path';
import pino from 'pino';
import { DEMO_PASSWORD } from '#apps/server/demo.ts';
import { defaultAccess } from '#apps/server/config/access.ts';
import { startSystem } from '#apps/server/system.ts';
import { freshDatabase, type TestDatabase } from '#kit/test/database.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import type { Settings } from '../settings.ts';

/** The whole product on free ports and an empty database, with the settings with which the simulator reaches it. */
export interface StartedSystem {
  readonly db: TestDatabase;
  readonly settings: Settings;
  readonly close: () => Promise<void>;
}

export const startWholeSystem = async (): Promise<StartedSystem> => {
  const folder = temporaryFolder('demo');
  const db = await freshDatabase();
  const place = {
    host: '127.0.0.1',
    port: 0,
    ocppPort: 0,
    pilePort: 0,
    dataDir: folder,
    auditDir: path.join(folder, 'audit'),
    databaseUrl: db.ownerUrl,
    databaseOwnerUrl: undefined,
    secretsKey: undefined,
    secretsLost: [],
    nodeName: 'local',
    metrics: undefined,
    s3: undefined,
    access: defaultAccess,
  };
  const people = {
    smtp: undefined,
    smsWebhook: undefined,
    localMessages: true,
    registration: 'closed',
    filingNumber: null,
    thirdParties: undefined,
  } as const;
  const wire = { tls: undefined, signSecret: undefined, signPaths: [], frameOrigins: [], pileFilesUrl: undefined, bodyCipher: undefined };
  const system = await startSystem(
    { ...place, ...wire, people, roles: new Set(['api', 'worker', 'gateway']), demo: true, pastDays: 0 },
    pino({ level: 'silent' }),
  );
  const { http = 0, ocpp = 0, pile = 0 } = system.ports;
  return {
    db,
    settings: {
      url: `http://127.0.0.1:${http}`,
      password: DEMO_PASSWORD,
      ocppUrl: `ws://127.0.0.1:${ocpp}/ocpp`,
      pileHost: '127.0.0.1',
      pilePort: pile,
      seed: 1,
      memoryFolder: path.join(folder, 'simulator'),
    },
    close: async () => {
      await system.stop();
      await db.close();
    },
  };
};
