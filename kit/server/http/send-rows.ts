import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { succeed } from './envelope.ts';

/** How long a client may take for an answer that is sent while it is read: a transaction waits for it. */
const SENDING_MS = 60_000;
const CHUNK_LETTERS = 64 * 1024;

/** Sends the envelope of a long answer while its rows are read. What goes wrong before the first row is still refused in words. */
export const sendRows = async (reply: FastifyReply, rows: AsyncIterable<unknown>, atMs: number): Promise<FastifyReply> => {
  const source = rows[Symbol.asyncIterator]();
  const first = await source.next();
  const body = addAbortSignal(AbortSignal.timeout(SENDING_MS), Readable.from(chunks(first, source, atMs), { objectMode: false }));
  const isSent = finished(body);
  void reply.type('application/json; charset=utf-8').send(body);
  await isSent;
  return reply;
};

type IteratorStep = IteratorResult<unknown, unknown>;

/** The envelope around the rows; its members are those of a short answer. */
async function* chunks(first: IteratorStep, source: AsyncIterator<unknown, unknown>, atMs: number): AsyncGenerator<string> {
  const [head, tail] = JSON.stringify(succeed([], '', atMs)).split('[]');
  let text = `${head}[`;
  try {
    for (let step = first, comma = ''; step.done !== true; step = await source.next(), comma = ',') {
      text += comma + JSON.stringify(step.value);
      if (text.length < CHUNK_LETTERS) continue;
      yield text;
      text = '';
    }
    yield `${text}]${tail}`;
  } finally {
    await source.return?.();
  }
}
