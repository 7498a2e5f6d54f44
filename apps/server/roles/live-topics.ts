import { chargingTopics } from '#domains/charging/server.ts';
import type { TopicRule } from '#kit/server/live/live-socket.ts';

/** Topics that browsers may subscribe to; each is queried in the viewer's own scope. */
export const liveTopics: readonly TopicRule[] = chargingTopics;
