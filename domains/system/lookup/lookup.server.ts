import { parse } from '#kit/fields/parse.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
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
import { requireUnique } from './unique.server.ts';
import { lookupRefusals } from './lookup.labels.ts';
import { splitKeys } from './keys.rules.ts';
import { lookupApi } from './lookup.ts';
import type { TreeNode } from './lookup.ts';
import { camelCaseOf, offeredSource } from './source.rules.ts';
import type { Source } from './source.rules.ts';

export const lookupRoutes = implement(lookupApi, {
  check: async (ctx, input) => ctx.say(await requireUnique(ctx, input)),
  loadDict: async (ctx, { dict, ...query }) => choicesOf(ctx, dict, query),
  loadDictItem: async (ctx, { dict, key }) => {
    const keys = splitKeys(key);
    if (keys.length > BATCH_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    const texts = dict.includes(',') ? await textsOfRows(ctx, dict, keys) : await textsOfItems(ctx, dict);
    return keys.map((nodeKey) => texts.get(nodeKey) ?? nodeKey);
  },
  loadTreeData: async (ctx, { pid, condition, ...treeFields }) => {
    const { noun, tree } = treeOf(ctx, treeFields);
    const parsed = parse({ ...(noun.fields[tree.parent] ?? unknownSource()), optional: false }, pid || tree.root);
    if (!parsed.ok) return throwRefusal(lookupRefusals, 'lookup.badValue', {}, { status: 400 });
    const conditions = [equals(tree.parent, parsed.value), ...readCondition(noun, condition ?? undefined)];
    const rows = await ctx.anyRows(noun).all({ sort: noun.sort ?? { column: noun.title, order: 'asc' }, conditions });
    return mapRows(rows, (row) => nodeOf({ noun, tree }, row));
  },
  loadTreePath: async (ctx, { key, ...treeFields }) => {
    const tree = treeOf(ctx, treeFields);
    const keys = splitKeys(key);
    if (keys.length > BATCH_MAX) throwRefusal(kitRefusals, 'tooManyIds', { max: BATCH_MAX });
    const nodes = await nodesAbove(ctx, tree, keys);
    return keys.map((nodeKey) => pathTo(nodes, nodeKey));
  },
});

interface TreeSource {
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

const treeOf = (ctx: Context, { tableName, text, code, pidField, hasChildField }: TreeNames): TreeSource => {
  const { noun, lookup } = offeredSource(ctx.registry.features, [tableName, text, code]) ?? unknownSource();
  const { tree } = lookup;
  if (!tree || camelCaseOf(pidField) !== tree.parent || camelCaseOf(hasChildField ?? tree.hasChild) !== tree.hasChild) return unknownSource();
  return { noun, tree };
};

const nodeOf = ({ noun, tree }: TreeSource, row: Readonly<Record<string, unknown>>): TreeNode => {
  const key = plainText(row[noun.key]) ?? '';
  const leaf = row[tree.hasChild] !== '1';
  return { key, value: key, title: plainText(row[noun.title]) ?? '', leaf, isLeaf: leaf, parentId: plainText(row[tree.parent]) ?? '' };
};

/** Deeper than any tree; also ends a cycle. */
const DEPTH_MAX = 20;

/** The nodes of some keys and their ancestors, loaded level by level. */
const nodesAbove = async (ctx: Context, tree: TreeSource, keys: readonly string[]): Promise<ReadonlyMap<string, TreeNode>> => {
  const nodes = new Map<string, TreeNode>();
  let pendingKeys: readonly string[] = [...new Set(keys)];
  for (let depth = 0; depth < DEPTH_MAX && pendingKeys.length > 0; depth += 1) {
    for (const row of await ctx.anyRows(tree.noun).findMany(pendingKeys)) {
      const node = nodeOf(tree, row);
      nodes.set(node.key, node);
    }
    pendingKeys = [...new Set([...nodes.values()].map(({ parentId }) => parentId))].filter((id) => id !== tree.tree.root && !nodes.has(id));
  }
  return nodes;
};

const pathTo = (nodes: ReadonlyMap<string, TreeNode>, key: string): readonly TreeNode[] => {
  const path: TreeNode[] = [];
  for (let node = nodes.get(key); node && path.length < DEPTH_MAX; node = nodes.get(node.parentId)) path.unshift(node);
  return path;
};

const equals = (field: string, value: unknown): Condition => ({ field, is: 'in', values: [value] });

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
