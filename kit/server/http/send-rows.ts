import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { succeed } from './envelope.ts';

/** The time limit for sending a streamed answer, because its transaction stays open meanwhile. */
const SENDING_MS = 60_000;
const CHUNK_LETTERS = 64 * 1024;

/** Sends the envelope of a long answer while its rows are read. An error before the first row is still answered as a refusal. */
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

/** The chunks of the envelope and its rows; its members are those of an ordinary answer. */
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
