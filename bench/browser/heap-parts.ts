import type { CDPSession } from 'playwright-core';

/** The heap of a page after a collection of garbage, in bytes: what the engine compiled, which grows until every function in use is optimized, and the rest. */
export interface HeapParts {
  readonly compiledBytes: number;
  readonly otherBytes: number;
}

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[], ...unknown[]] } };
  /** The fields of all nodes, one after the other. */
  readonly nodes: readonly number[];
}

const COMPILED = 'code';

/** Reads a heap snapshot, which collects garbage first. */
export const readHeapParts = async (session: CDPSession): Promise<HeapParts> => {
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes }: HeapSnapshot = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt, step] = [fields.indexOf('type'), fields.indexOf('self_size'), fields.length];
  const compiled = types[0].indexOf(COMPILED);
  let compiledBytes = 0;
  let otherBytes = 0;
  for (let node = 0; node < nodes.length; node += step) {
    const bytes = nodes[node + sizeAt] ?? 0;
    if (nodes[node + typeAt] === compiled) compiledBytes += bytes;
    else otherBytes += bytes;
  }
  return { compiledBytes, otherBytes };
};
