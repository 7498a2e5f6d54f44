import pino from 'pino';
import { connectStation } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import type { Station } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import { dial, TestPile } from '#apps/gateway/native/testing/pile.ts';
import { deviceFilePath } from '#domains/device/resources.ts';
import { CARD, PILE, startChargingTestbed } from '#domains/charging/charging-testbed.fixture.ts';
import type { ChargingTestbed } from '#domains/charging/charging-testbed.fixture.ts';
import type { PileCredentials } from '#engines/protocol/device-backend.ts';
import { defaultAccess } from '../config/access.ts';
import { startGateway } from '../roles/gateway-role.ts';
import type { PilePorts } from '../roles/gateway-role.ts';
import { listenerBounds } from '../roles/listener-bounds.ts';

/** The charging test data with a gateway: piles connect over real sockets. */
export interface PileTestbed {
  readonly world: ChargingTestbed;
  readonly now: () => number;
  /** Waits until the clock of the test has advanced by this time. */
  readonly advance: (ms: number) => void;
  /** An OCPP station, connected; with the secret of the pile where no other is given. */
  readonly station: (password?: string) => Promise<Station>;
  /** A native pile, logged in. */
  readonly pile: () => Promise<TestPile>;
  /** How a virtual pile reaches the gateway. */
  readonly ports: PilePorts;
  readonly credentials: PileCredentials;
  readonly queryRows: <Row extends object>(query: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

export { CARD, PILE };

export const startPileTestbed = async (options: Parameters<typeof startChargingTestbed>[0]): Promise<PileTestbed> => {
  const world = await startChargingTestbed(options);
  const { deps, clockOffset: ahead } = world;
  const gateway = await startGateway(
    {
      ...deps,
      // The gateway closes before the database, because piles that disconnect write to it.
      log: pino({ level: 'silent' }),
      live: world.hub,
      metrics: undefined,
      certificate: undefined,
      fileUrl: (token) => `${world.server.url}${deviceFilePath(token)}`,
      bounds: listenerBounds({ roles: new Set(['gateway']), access: defaultAccess }, deps.log),
    },
    { host: '127.0.0.1', ocppPort: 0, pilePort: 0, tls: undefined, access: defaultAccess, databaseUrl: undefined },
  );
  const { secret, encryptionMode } = (await world.device.credentials(PILE)) ?? { secret: null, encryptionMode: 0 };
  const now = (): number => deps.clock().getTime();
  const { server } = world;
  return {
    world,
    now,
    advance: (ms) => {
      ahead.ms += ms;
    },
    station: (password = secret ?? '') => connectStation({ url: `ws://127.0.0.1:${gateway.ports.ocpp}/ocpp` }, PILE, { password }),
    pile: async () => {
      const pile = new TestPile(await dial(gateway.ports.pile), { cpCode: PILE, secret: secret ?? '', encryptionMode, now });
      const result = await pile.loginResult();
      if (result !== 0) throw new Error(`login ${result}`);
      return pile;
    },
    ports: gateway.ports,
    credentials: { secret, encryptionMode },
    queryRows: (query) => server.database.asSuperuser(query),
    close: async () => {
      await gateway.stop();
      await world.close();
    },
  };
};
