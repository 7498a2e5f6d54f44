import { once } from 'node:events';
import { WebSocket } from 'ws';

/** What a page holds after a collection of garbage, in bytes: its scripts with their buffers, and its document and drawing. */
export interface HeapUse {
  readonly scriptBytes: number;
  readonly documentBytes: number;
}

interface Target {
  readonly type: string;
  readonly webSocketDebuggerUrl: string;
}

/** The answer of `Runtime.getHeapUsage`, in bytes. */
interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
}

/**
 * Collects garbage and reads what the only page of a browser holds. The DevTools connection is open meanwhile only, and asks for nothing that the browser
 * would go on to keep. `endpoint` is the address of the browser's DevTools.
 *
 * @throws when the browser shows no page
 */
export const collectAndRead = async (endpoint: string): Promise<HeapUse> => {
  const listed = await fetch(`http://${new URL(endpoint).host}/json/list`);
  const targets = (await listed.json()) as readonly Target[];
  const page = targets.find(({ type }) => type === 'page');
  if (!page) throw new Error('the browser shows no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  await once(socket, 'open');
  try {
    await call(socket, 'HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = (await call(socket, 'Runtime.getHeapUsage')) as HeapUsage;
    return { scriptBytes: usedSize + backingStorageSize, documentBytes: embedderHeapUsedSize };
  } finally {
    socket.close();
    await once(socket, 'close');
  }
};

/** One call at a time, so that the next answer is its own. */
const call = async (socket: WebSocket, method: string): Promise<unknown> => {
  socket.send(JSON.stringify({ id: 1, method }));
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    const { id, result } = JSON.parse(data.toString()) as { readonly id?: number; readonly result?: unknown };
    if (id !== undefined) return result;
  }
};
