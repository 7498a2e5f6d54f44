import { chargingTopics } from '#domains/charging/server.ts';
import type { TopicRule } from '#kit/server/live/live-socket.ts';

/** What browsers may watch, each asked for in the viewer's own scope. */
export const liveTopics: readonly TopicRule[] = chargingTopics;
