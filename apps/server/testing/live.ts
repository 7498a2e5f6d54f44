import { once } from 'node:events';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { fail } from './world.ts';
import type { Person, ServerTestbed } from './world.ts';

/** Subscribes to topics as a user; returns the reply about each topic: `watching` or `refused`. */
export const watchAs = async (world: ServerTestbed, person: Person, topics: readonly string[]): Promise<readonly string[]> => {
  const issue = world.server.registry.feature('live')?.api['ticket'] ?? fail('nothing issues tickets');
  const ticket = textAt(resultOf(await world.ask(person.token, issue), 'ticket'), 'ticket');
  const socket = new WebSocket(`${new URL(world.server.url).origin.replace('http', 'ws')}${LIVE_PATH}`, ticket, {
    headers: { 'user-agent': 'node' },
  });
  await once(socket, 'open');
  const replies: string[] = [];
  const receivedAll = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString('utf8'));
      if (isRecord(message)) replies.push(`${textAt(message, 'type')} ${textAt(message, 'about')}`);
      if (replies.length === topics.length) resolve();
    });
  });
  for (const topic of topics) socket.send(JSON.stringify({ type: 'watch', topic }));
  await receivedAll;
  socket.close();
  // Replies arrive in the order of the requests.
  return replies;
};
