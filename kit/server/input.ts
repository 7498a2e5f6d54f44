import { parseShape } from '#kit/fields/parse.ts';
import { say } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { fillScope } from './fill-scope.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { kitRefusals } from './refusals.ts';
import type { Registry } from './registry.ts';
import type { Viewer } from './viewer.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads an endpoint's input, or refuses with every field that is wrong, in the viewer's language. */
export const readInput = (
  endpoint: Endpoint,
  raw: Raw,
  asked: { readonly viewer: Viewer; readonly registry: Registry },
): Readonly<Record<string, unknown>> => {
  const { viewer, registry } = asked;
  const given = endpoint.sparse ? raw : fillScope(viewer, endpoint.input, raw);
  const parsed = parseShape(endpoint.input, given, { sparse: endpoint.sparse === true });
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

const labelOf = (registry: Registry, endpoint: Endpoint, name: string) => {
  const owner = registry.features.find((feature) => Object.values(feature.api).includes(endpoint));
  return owner?.labels?.fields[name] ?? owner?.inputLabels?.[name];
};
