import { languageOfCustomer } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { STREAM_AGAIN_S } from '#kit/server/connections/stream-bounds.ts';
import type { StreamBounds } from '#kit/server/connections/stream-bounds.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { eventStream } from '#kit/server/http/event-stream.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { bigScreenRefusals } from './big-screen.labels.ts';
import { noteSeen, screenOfKey } from './screen-key.server.ts';
import type { OpenScreen } from './screen-key.server.ts';
import { createScreenReader } from './screen-reader.server.ts';
import { screenStreamApi } from './screen-stream.ts';
import type { ScreenAbout } from './screen-stream.ts';

/** A screen is looked at so often. */
const LOOK_AGAIN_MS = 2_000;

export interface ScreenStreamDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly secrets: Pick<Secrets, 'macs'>;
  readonly streams: StreamBounds;
  /** Names the build of the program. */
  readonly build: string;
}

/** What screens on walls read. */
export const screenStreamRoutes = ({ database, clock, secrets, streams, build }: ScreenStreamDeps): readonly Route[] => {
  const reader = createScreenReader({ database, clock });
  const find = (key: string): Promise<OpenScreen | undefined> =>
    inSystem(database, async (tx) => {
      const now = clock();
      const screen = await screenOfKey(tx, secrets, { key, now });
      if (screen) await noteSeen(tx, screen.bigScreenId, now);
      return screen;
    });
  return implement(screenStreamApi, {
    events: async (_ctx, _input, { client }) => {
      const key = client.bearer ?? '';
      const first = (await find(key)) ?? throwRefusal(bigScreenRefusals, 'bigScreen.keyInvalid', {}, { status: 401 });
      const leave =
        streams.take(`screen ${first.bigScreenId}`, client.ip) ??
        throwRefusal(bigScreenRefusals, 'bigScreen.tooMany', {}, { status: 429, detail: { retryAfter: STREAM_AGAIN_S } });
      const read = async () => {
        // A key that is taken back ends what it opened.
        const screen = await find(key);
        if (!screen) return null;
        const about: ScreenAbout = {
          name: screen.screenName,
          language: languageOfCustomer(screen.screenLanguage),
          views: screen.views,
          turnS: screen.turnS,
          keyEndsAt: screen.endsAt.toISOString(),
          build,
        };
        const { live, sums } = await reader.read(screen);
        return {
          events: [
            { event: 'about', data: about },
            { event: 'live', data: live },
            { event: 'sums', data: sums },
          ],
          againMs: LOOK_AGAIN_MS,
        };
      };
      return eventStream({ read, bounds: streams, leave });
    },
  });
};
