/**
 * The largest number of items of one call, and the call itself. It returns results in the order of the items; when it rejects, all items are
 * rejected.
 */
export interface Batching<I, O> {
  readonly max: number;
  readonly work: (items: readonly I[]) => Promise<readonly O[]>;
}

interface QueuedItem<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins the items of many callers into one call. Items of the same turn of the event loop share a call, and items that arrive during a call wait
 * for the next. For work whose cost is the round trip. The callers have to limit how many items wait.
 */
export const batched = <I, O>({ max, work }: Batching<I, O>): ((item: I) => Promise<O>) => {
  const queue: QueuedItem<I, O>[] = [];
  let isRunning = false;

  const runBatch = async (batch: readonly QueuedItem<I, O>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${batch.length} items gave ${results.length} results`);
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await runBatch(queue.splice(0, max));
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
};
