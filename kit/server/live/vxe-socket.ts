import { randomUUID } from 'node:crypto';
import type { LiveEndpoint } from './live-server.ts';
import { messageData } from './live-hub.ts';
import type { Hub } from './live-hub.ts';
import { createSender, liveCodes, textOf } from './live-socket.ts';
import type { LiveRows } from './live-rows.ts';
import { withContext } from '../rows/with-context.ts';
import type { ContextDeps } from '../context/context.ts';
import { hasPermission } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

/**
 * `/vxeSocket/{userId}/{pageId}`: live table rows for clients of the product family. `socketKey` is the name of the noun. A client's message about
 * a change is only a hint: the row is read again in the scope of each reader. Function calls that a client sends to other pages reach only pages of
 * the same user.
 */
export const vxeEndpoint = (deps: ContextDeps, { rows, hub, onError }: VxeParts): LiveEndpoint => ({
  path: /^\/vxeSocket\/(?<userId>\d{1,18})\/(?<pageId>[\w-]{1,64})$/,
  open: (socket, { viewer: initialViewer }) => {
    let viewer = initialViewer;
    let lastMessageMs = performance.now();
    const { send } = createSender(socket);
    // Pages of one user may be connected to several processes. No rule covers this topic, so no browser can watch it.
    const [pagesTopic, pageId] = [`~pages:${viewer.userId}`, randomUUID()];
    const unsubscribe = hub.watch(pagesTopic, (hubMessage) => {
      const text = messageData(hubMessage);
      if (typeof text === 'string' && !text.startsWith(pageId)) send(text.slice(pageId.length));
    });
    const unwatch = rows.watch({
      noun: undefined,
      viewer: () => viewer,
      onUpdate: ({ noun, row, caseId }) => {
        if (row) send(JSON.stringify({ type: 'update_vxe_table', data: { socketKey: noun, args: [row, caseId] } }));
      },
    });
    const end = (code: number, reason: string): void => socket.close(code, reason);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      unwatch();
      unsubscribe();
    });
    socket.on('message', (data, isBinary) => {
      lastMessageMs = performance.now();
      const message = isBinary ? undefined : readMessage(textOf(data));
      if (!message) return end(liveCodes.badMessage, 'not understood');
      if (message.type === 'heart_beat') return send('{"type":"heart_beat","data":true}');
      if (message.type === 'hint') return void handleHint(deps, { rows, viewer, hint: message }).catch(onError);
      return hub.publish(pagesTopic, `${pageId}${message.text}`);
    });
    return {
      end,
      terminate: () => socket.terminate(),
      silentMs: () => performance.now() - lastMessageMs,
      updateViewer: async (next) => {
        if (next) viewer = next;
        else end(liveCodes.signedOut, 'signed out');
      },
    };
  },
});

interface VxeParts {
  readonly rows: LiveRows;
  readonly hub: Hub;
  readonly onError: (error: unknown) => void;
}

interface Hint {
  readonly type: 'hint';
  readonly noun: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly caseId: string;
}

/** Anyone who sees a row may report that it has changed. */
const handleHint = async (
  deps: ContextDeps,
  { rows, viewer, hint }: { readonly rows: LiveRows; readonly viewer: Viewer; readonly hint: Hint },
): Promise<void> => {
  const resource = deps.registry.feature(hint.noun)?.resource;
  if (!resource || !hasPermission(viewer, `${hint.noun}:list`)) return;
  const key = hint.row[resource.key] ?? hint.row['id'];
  if (typeof key !== 'string' && typeof key !== 'number') return;
  const found = await withContext(deps, viewer, (ctx) => ctx.anyRows(resource).find(String(key)));
  if (found) rows.rowsChanged(hint.noun, [String(key)], hint.caseId);
};

const CASE_MAX = 64;

const readMessage = (text: string): { readonly type: 'heart_beat' } | Hint | { readonly type: 'relay'; readonly text: string } | undefined => {
  try {
    const message: unknown = JSON.parse(text);
    if (!isRecord(message)) return undefined;
    if (message['type'] === 'heart_beat') return { type: 'heart_beat' };
    const data = message['data'];
    if (!isRecord(data) || !Array.isArray(data['args'])) return undefined;
    if (message['type'] === 'common_send_date' && typeof data['key'] === 'string')
      return { type: 'relay', text: JSON.stringify({ type: 'common_send_date', data: { key: data['key'], args: data['args'] } }) };
    const args: readonly unknown[] = data['args'];
    const [row, caseId] = args;
    if (message['type'] !== 'update_vxe_table' || typeof data['socketKey'] !== 'string' || !isRecord(row)) return undefined;
    return { type: 'hint', noun: data['socketKey'], row, caseId: typeof caseId === 'string' ? caseId.slice(0, CASE_MAX) : '' };
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
