import { parseShape } from '#kit/fields/parse.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { fillScope } from '../rights/fill-scope.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { listWords } from '../lists/list-query.ts';
import { withoutMasks } from '../rights/personal-data.ts';
import { kitRefusals } from '../refusals.ts';
import type { Registry } from '../context/registry.ts';
import type { Viewer } from '../context/viewer.ts';

type RawInput = Readonly<Record<string, unknown>>;

/** Parses the input of an endpoint, or refuses it with all invalid fields, in the viewer's language. */
export const readInput = (
  endpoint: Endpoint,
  raw: RawInput,
  context: { readonly viewer: Viewer; readonly registry: Registry },
): Readonly<Record<string, unknown>> => {
  const { viewer, registry } = context;
  const filled = endpoint.sparse ? withoutMasks(endpoint, raw) : fillScope(viewer, endpoint.input, raw);
  const parsed = parseShape(endpoint.input, filled, { sparse: endpoint.sparse === true });
  if (parsed.ok) return endpoint.sparse && typeof raw['version'] === 'number' ? { ...parsed.value, version: raw['version'] } : parsed.value;
  const fields = Object.fromEntries(
    Object.entries(parsed.problems).map(([name, problem]) => {
      const words = labelOf(registry, endpoint, name);
      return [name, problemText(problem, { label: words ? say(words, viewer.language) : name, language: viewer.language })];
    }),
  );
  const problem = Object.values(fields)[0] ?? '';
  throw new Refusal({ code: 'badInput', words: kitRefusals.badInput, args: { problem }, status: 400, detail: { fields } });
};

/** The label of an input in its noun or endpoint; an input that refers to another noun has the label of that noun's key. */
const labelOf = (registry: Registry, endpoint: Endpoint, name: string): Words | undefined => {
  const owner = registry.features.find((feature) => Object.values(feature.api).includes(endpoint));
  const own = owner?.labels?.fields[name] ?? owner?.inputLabels?.[name];
  return own ?? commonWords[name] ?? keyWords(registry, name);
};

/** `cpCode` and `cpCodes` have the label of a pile's key. */
const keyWords = (registry: Registry, name: string): Words | undefined => {
  const keys = [name, name.replace(/s$/, '')];
  const feature = registry.features.find(({ resource }) => resource !== undefined && keys.includes(resource.key));
  return feature?.resource && feature.labels?.fields[feature.resource.key];
};

/** The inputs that `crud` and `stateApi` declare for every noun, and those of custom lists. */
const commonWords: Readonly<Record<string, Words>> = {
  ...listWords,
  id: ['编号', '編號', 'Id'],
  ids: ['所选记录', '所選記錄', 'The chosen records'],
  preview: ['预览', '預覽', 'Preview'],
  edits: ['修改内容', '修改內容', 'Corrections'],
  selections: ['所选记录', '所選記錄', 'The chosen records'],
  clear: ['完整号码', '完整號碼', 'Numbers in full'],
  field: ['字段', '欄位', 'Field'],
  entityId: ['编号', '編號', 'Id'],
  setState: ['状态', '狀態', 'State'],
  stat: ['状态', '狀態', 'State'],
  keyword: ['关键字', '關鍵字', 'Keyword'],
  q: ['查询方式', '查詢方式', 'Kind of search'],
  all: ['包含未启用', '包含未啟用', 'Out of service too'],
};
