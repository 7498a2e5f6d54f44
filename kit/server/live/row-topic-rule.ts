import { rowTopic } from '#kit/resource/row-topic.ts';
import type { LiveRows } from './live-rows.ts';
import type { TopicRule } from './live-socket.ts';
import { may } from '../context/viewer.ts';

/** Live rows on the house's own line. */
export const rowTopicRule = (rows: LiveRows): TopicRule => ({
  name: rowTopic.name,
  may: (ctx, key) => Promise.resolve(ctx.registry.feature(key)?.resource !== undefined && may(ctx.viewer, `${key}:list`)),
  open: ({ viewer, key, tell }) => rows.watch({ noun: key, viewer, tell: ({ key: id, row }) => tell({ key: id, row }) }),
});
