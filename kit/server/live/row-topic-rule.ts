import { rowTopic } from '#kit/resource/row-topic.ts';
import type { LiveRows } from './live-rows.ts';
import type { TopicRule } from './live-socket.ts';
import { hasPermission } from '../context/viewer.ts';

/** The topic rule of live rows for the product's own clients. */
export const rowTopicRule = (rows: LiveRows): TopicRule => ({
  name: rowTopic.name,
  canWatch: (ctx, key) => Promise.resolve(ctx.registry.feature(key)?.resource !== undefined && hasPermission(ctx.viewer, `${key}:list`)),
  open: ({ viewer, key, ageMs, publish }) => rows.watch({ noun: key, viewer, ageMs, onUpdate: ({ key: id, row }) => publish({ key: id, row }) }),
});
