import { once } from 'node:events';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import { fail } from './world.ts';
import type { Person, ServerTestbed } from './world.ts';

/** Asks to watch topics in somebody's name; answers what was said about each: `watching` or `refused`. */
export const watchAs = async (world: ServerTestbed, person: Person, topics: readonly string[]): Promise<readonly string[]> => {
  const issue = world.server.registry.feature('live')?.api['ticket'] ?? fail('nothing issues tickets');
  const ticket = textAt(resultOf(await world.ask(person.token, issue), 'ticket'), 'ticket');
  const socket = new WebSocket(`${new URL(world.server.url).origin.replace('http', 'ws')}${LIVE_PATH}`, ticket, {
    headers: { 'user-agent': 'node' },
  });
  await once(socket, 'open');
  const said: string[] = [];
  const heardAll = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString('utf8'));
      if (isRecord(message)) said.push(`${textAt(message, 'type')} ${textAt(message, 'about')}`);
      if (said.length === topics.length) resolve();
    });
  });
  for (const topic of topics) socket.send(JSON.stringify({ type: 'watch', topic }));
  await heardAll;
  socket.close();
  // Answers come in the order of the questions.
  return said;
};
