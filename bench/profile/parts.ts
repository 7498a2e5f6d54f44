import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CpuProfile } from './profiler.ts';

/** The parts of the path of a sample through the server, in the order of the path. */
export const PARTS = [
  'system: reading and polling sockets',
  'sockets and streams of Node',
  'WebSocket frames',
  'gateway: connections and queues',
  'codec: JSON, field tables, translation',
  'validation of the message',
  'session machine',
  'judging the sample',
  'keeping the sample: batch and statement',
  'PostgreSQL driver',
  'communication log: records of frames',
  'communication log: lines and COPY',
  'live publishing',
  'writing to sockets',
  'promises, timers and ticks of Node',
  'garbage collection',
  'the rest',
] as const;
export type ProfilePart = (typeof PARTS)[number];

/** A file belongs to the part of the first matching pattern; `caller` assigns it to its caller's part: helpers that several parts use. */
const RULES: readonly (readonly [pattern: RegExp, part: ProfilePart | 'caller'])[] = [
  [/engines\/protocol\/codec\/bytes\.ts|kit\/server\/by-kind\.ts/, 'caller'],
  [/node_modules\/pg-copy-streams|message-log\/write\.server|gateway\/shared\/frame-log/, 'communication log: lines and COPY'],
  [/node_modules\/(?:pg|pg-[a-z]+|postgres-[a-z]+)\/|kit\/db\//, 'PostgreSQL driver'],
  [/node_modules\/ws\/|bench\/stage\/echo|bench\/stage\/native-lines/, 'WebSocket frames'],
  [/ocpp16\/frame-records|ocpp16\/log\.ts|session\/native\/send\.ts|native\/render\.ts|roles\/metrics/, 'communication log: records of frames'],
  [/checks\.generated/, 'validation of the message'],
  [/engines\/protocol\/ocpp16\/rpc\.ts|engines\/session\//, 'session machine'],
  [/engines\/protocol\//, 'codec: JSON, field tables, translation'],
  [/apps\/gateway\/|apps\/server\//, 'gateway: connections and queues'],
  [/sample-batch|kit\/server\/background/, 'keeping the sample: batch and statement'],
  [/order\/device|engines\/(?:order|tariff|time|money)\/|order\/settlement/, 'judging the sample'],
  [/kit\/server\/live/, 'live publishing'],
  [/^node:internal\/(?:process\/|timers|async_hooks|promise)|^node:(?:timers|async_hooks)/, 'promises, timers and ticks of Node'],
];
const WRITES = /^(?:write|writev|writeBuffer|writeUtf8String|writeLatin1String|writeAsciiString|shutdown)$/;

export interface PartTimes {
  /** The share of the busy time of each part, 0 to 1. */
  readonly shares: ReadonlyMap<ProfilePart, number>;
  /** The shares of single functions, the largest first. */
  readonly functions: readonly { readonly part: ProfilePart; readonly name: string; readonly share: number }[];
}

/**
 * Divides a profile among the parts. The samples of the profiler are counted, not the time between them, since the processor may be busy with other
 * processes meanwhile.
 */
export const partsOf = (profile: CpuProfile): PartTimes => {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const locationOf = createSourceLocator();
  const partByNode = new Map<number, ProfilePart | undefined>();
  const partOf = (id: number): ProfilePart | undefined => {
    if (partByNode.has(id)) return partByNode.get(id);
    const node = nodes.get(id);
    const parentId = parents.get(id);
    const above = (): ProfilePart | undefined => (parentId === undefined ? undefined : partOf(parentId));
    const part = node && ownPart(node.callFrame, { place: locationOf(node.callFrame), above });
    partByNode.set(id, part);
    return part;
  };
  const counts = new Map<ProfilePart, number>();
  const functions = new Map<string, { part: ProfilePart; name: string; count: number }>();
  let busy = 0;
  for (const id of profile.samples) {
    const frame = nodes.get(id)?.callFrame;
    if (!frame || frame.functionName === '(idle)') continue;
    const part = partOf(id) ?? 'the rest';
    busy += 1;
    counts.set(part, (counts.get(part) ?? 0) + 1);
    const name = `${frame.functionName || '(anonymous)'} ${locationOf(frame)}`;
    const entry = functions.get(`${part} ${name}`) ?? { part, name, count: 0 };
    entry.count += 1;
    functions.set(`${part} ${name}`, entry);
  }
  return {
    shares: new Map([...counts].map(([part, count]) => [part, count / busy])),
    functions: [...functions.values()].map(({ count, ...each }) => ({ ...each, share: count / busy })).toSorted((a, b) => b.share - a.share),
  };
};

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

const ownPart = (
  { functionName, url }: CallFrame,
  { place: location, above }: { readonly place: string; readonly above: () => ProfilePart | undefined },
): ProfilePart | undefined => {
  if (functionName === '(program)') return 'system: reading and polling sockets';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(root)') return undefined;
  // Functions of Node and V8 without a source of their own.
  if (url === '') {
    const part = above();
    return WRITES.test(functionName) && part !== 'PostgreSQL driver' && part !== 'communication log: lines and COPY' ? 'writing to sockets' : part;
  }
  const rule = RULES.find(([pattern]) => pattern.test(location));
  if (rule && rule[1] !== 'caller') return rule[1];
  const part = above();
  // What streams and sockets of Node do for the driver counts as the driver's.
  if (url.startsWith('node:') && (part === undefined || part === 'promises, timers and ticks of Node')) return 'sockets and streams of Node';
  if (url.startsWith('node:'))
    return part === 'PostgreSQL driver' || part === 'communication log: lines and COPY' ? part : 'sockets and streams of Node';
  return part;
};

/** Returns the place of a function in the sources, `file:line`; a bundle is read through its source map. */
const createSourceLocator = (): ((frame: CallFrame) => string) => {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return url;
    const file = fileURLToPath(url);
    const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
    if (!entry || !('originalSource' in entry)) return `${file}:${lineNumber + 1}`;
    return `${path.relative(process.cwd(), path.resolve(path.dirname(file), entry.originalSource))}:${entry.originalLine + 1}`;
  };
};

const readMap = (file: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0]);
  } catch {
    return undefined;
  }
};
