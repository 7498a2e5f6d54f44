import { parse } from '#kit/fields/parse.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '#kit/server/context/context.ts';
import { mapRows } from '#kit/server/values/row-stream.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { plainText } from '#kit/server/values/plain-text.ts';
import { itemsOf } from '../dict/dict.rules.ts';
import { storedItems } from '../dict/read-dict.server.ts';
import { choicesOf, unknownSource } from './choices.server.ts';
import { readCondition } from './condition.server.ts';
import { demandFree } from './free.server.ts';
import { lookupRefusals } from './lookup.labels.ts';
import { keysIn } from './keys.rules.ts';
import { lookupApi } from './lookup.ts';
import type { TreeNode } from './lookup.ts';
import { fieldNamed, offeredSource } from './source.rules.ts';
import type { Source } from './source.rules.ts';

export const lookupRoutes = implement(lookupApi, {
  check: async (ctx, asked) => ctx.say(await demandFree(ctx, asked)),
  loadDict: async (ctx, { dict, ...asked }) => choicesOf(ctx, dict, asked),
  loadDictItem: async (ctx, { dict, key }) => {
    const keys = keysIn(key);
    if (keys.length > BATCH_MAX) refuse(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    const texts = dict.includes(',') ? await textsOfRows(ctx, dict, keys) : await textsOfItems(ctx, dict);
    return keys.map((one) => texts.get(one) ?? one);
  },
  loadTreeData: async (ctx, { pid, condition, ...named }) => {
    const { noun, tree } = treeOf(ctx, named);
    const parsed = parse({ ...(noun.fields[tree.parent] ?? unknownSource()), optional: false }, pid || tree.root);
    if (!parsed.ok) return refuse(lookupRefusals, 'lookup.badValue', {}, { status: 400 });
    const conditions = [is(tree.parent, parsed.value), ...readCondition(noun, condition ?? undefined)];
    const rows = await ctx.anyRows(noun).all({ sort: noun.sort ?? { column: noun.title, order: 'asc' }, conditions });
    return mapRows(rows, (row) => nodeOf({ noun, tree }, row));
  },
  loadTreePath: async (ctx, { key, ...named }) => {
    const known = treeOf(ctx, named);
    const keys = keysIn(key);
    if (keys.length > BATCH_MAX) refuse(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    const nodes = await nodesAbove(ctx, known, keys);
    return keys.map((one) => wayTo(nodes, one));
  },
});

interface KnownTree {
  readonly noun: AnyResource;
  readonly tree: NonNullable<Source['lookup']['tree']>;
}
interface TreeNames {
  readonly tableName: string;
  readonly text: string;
  readonly code: string;
  readonly pidField: string;
  readonly hasChildField?: string | null;
}

const treeOf = (ctx: Context, { tableName, text, code, pidField, hasChildField }: TreeNames): KnownTree => {
  const { noun, lookup } = offeredSource(ctx.registry.features, [tableName, text, code]) ?? unknownSource();
  const { tree } = lookup;
  if (!tree || fieldNamed(pidField) !== tree.parent || fieldNamed(hasChildField ?? tree.hasChild) !== tree.hasChild) return unknownSource();
  return { noun, tree };
};

const nodeOf = ({ noun, tree }: KnownTree, row: Readonly<Record<string, unknown>>): TreeNode => {
  const key = plainText(row[noun.key]) ?? '';
  const leaf = row[tree.hasChild] !== '1';
  return { key, value: key, title: plainText(row[noun.title]) ?? '', leaf, isLeaf: leaf, parentId: plainText(row[tree.parent]) ?? '' };
};

/** Deeper than any tree goes; a ring ends here too. */
const DEPTH_MAX = 20;

/** The nodes of some keys and all above them, a level at a time. */
const nodesAbove = async (ctx: Context, known: KnownTree, keys: readonly string[]): Promise<ReadonlyMap<string, TreeNode>> => {
  const nodes = new Map<string, TreeNode>();
  let wanted: readonly string[] = [...new Set(keys)];
  for (let depth = 0; depth < DEPTH_MAX && wanted.length > 0; depth += 1) {
    for (const row of await ctx.anyRows(known.noun).findMany(wanted)) {
      const node = nodeOf(known, row);
      nodes.set(node.key, node);
    }
    wanted = [...new Set([...nodes.values()].map(({ parentId }) => parentId))].filter((id) => id !== known.tree.root && !nodes.has(id));
  }
  return nodes;
};

const wayTo = (nodes: ReadonlyMap<string, TreeNode>, key: string): readonly TreeNode[] => {
  const way: TreeNode[] = [];
  for (let node = nodes.get(key); node && way.length < DEPTH_MAX; node = nodes.get(node.parentId)) way.unshift(node);
  return way;
};

const is = (field: string, value: unknown): Condition => ({ field, is: 'in', values: [value] });

const textsOfRows = async (ctx: Context, dict: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { noun }: Source = offeredSource(ctx.registry.features, dict.split(',')) ?? unknownSource();
  const rows = await ctx.anyRows(noun).findMany(keys);
  return new Map(rows.map((row) => [plainText(row[noun.key]) ?? '', plainText(row[noun.title]) ?? '']));
};

const textsOfItems = async (ctx: Context, code: string): Promise<ReadonlyMap<string, string>> => {
  const table = ctx.registry.codeTables.get(code);
  const items = table ? itemsOf(table, ctx.viewer.language) : (await storedItems(ctx, code)).get(code);
  return new Map((items ?? unknownSource()).map(({ value, text }) => [value, text]));
};
