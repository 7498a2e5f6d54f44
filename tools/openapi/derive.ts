import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as is from 'typescript/unstable/ast/is';
import type { Checker, Symbol, Type } from 'typescript/unstable/sync';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { ruleableFields } from '#kit/resource/rights/ruleable-fields.ts';
import type { ApiFacts, Schema } from '#kit/server/openapi/api-facts.ts';
import { openSources, pathOf, placeOf } from '../sql/sources.ts';
import type { Sources } from '../sql/sources.ts';
import { createNamedSchemas } from './json-type.ts';
import { memberIn } from './member-in.ts';
import { refusalStatuses } from './refusal-statuses.ts';
import { relaxed } from './relaxing.ts';

export interface DerivedFacts {
  readonly facts: ApiFacts;
  /** Refusals whose name or status the sources do not contain, and features whose API they do not contain. */
  readonly unread: readonly string[];
}

/** The facts that the description of the API takes from the sources. */
export const derive = async (): Promise<DerivedFacts> => {
  const sources = openSources();
  try {
    const { checker } = sources;
    const namedSchemas = createNamedSchemas(checker);
    const { features, unread } = await featuresIn(sources);
    const answers: Record<string, Schema> = {};
    const hidden = new Map<string, ReadonlySet<string>>();
    for (const { feature, api } of features)
      for (const [name, endpoint] of Object.entries(feature.api)) {
        const type = isTyped(endpoint) ? memberType(checker, api, [name, 'output', 'wire']) : undefined;
        const schema = type && (endpoint.output.form === 'page' ? besidesRows(namedSchemas.schemaOf(type)) : namedSchemas.schemaOf(type));
        if (!schema) continue;
        const key = `${feature.name}.${name}`;
        answers[key] = schema;
        hidden.set(key, new Set(hiddenFrom(feature, endpoint)));
      }
    const refused = refusalStatuses(sources);
    const open = relaxed(answers, namedSchemas.all(), (answer) => hidden.get(answer) ?? new Set());
    return {
      facts: { answers: sorted(open.answers), schemas: sorted(open.schemas), refusals: refused.statuses },
      unread: [...unread, ...refused.unread],
    };
  } finally {
    sources.close();
  }
};

/** Whether the answer is described by a type and not completely by fields. */
const isTyped = ({ output: { form, of } }: Endpoint): boolean =>
  form === 'opaque' || form === 'withMessage' || form === 'page' || (form === 'rows' && Object.keys(of ?? {}).length === 0);

/** The fields that may be absent from the answer: those that a role is not shown, and their sums. */
const hiddenFrom = (feature: Feature, endpoint: Endpoint): readonly string[] => {
  const noun = endpoint.listOf ?? feature.resource;
  return [...(noun ? ruleableFields(noun) : []), ...Object.keys(endpoint.sums ?? {})];
};

const PAGE_MEMBERS: ReadonlySet<string> = new Set(['records', 'total', 'totalCapped', 'size', 'current', 'pages']);

/** The members of a page beside its rows; nothing when there are none. */
const besidesRows = (page: Schema): Schema | undefined => {
  const { properties } = page;
  if (typeof properties !== 'object' || properties === null) return undefined;
  const members = Object.entries(properties).filter(([name]) => !PAGE_MEMBERS.has(name));
  const names = members.map(([name]) => name);
  return names.length === 0 ? undefined : { type: 'object', properties: Object.fromEntries(members), required: names };
};

interface TypedFeature {
  readonly feature: Feature;
  readonly api: Type;
}

/** The features that the domains list, with the types of their endpoints. */
const featuresIn = async (sources: Sources): Promise<{ readonly features: readonly TypedFeature[]; readonly unread: readonly string[] }> => {
  const features: TypedFeature[] = [];
  const unread: string[] = [];
  for (const call of ['feature', 'reportFeature'].flatMap(sources.callsNamed)) {
    const file = call.getSourceFile().fileName;
    if (!/^domains\/.*\.feature\.ts$/u.test(pathOf(file))) continue;
    const api = call.arguments[0] && memberIn(call.arguments[0], 'api');
    const type = api && sources.checker.getTypeAtLocation(api);
    const exported = is.isVariableDeclaration(call.parent) && is.isIdentifier(call.parent.name) ? call.parent.name.text : '';
    const module: Readonly<Record<string, Feature>> = await import(pathToFileURL(path.resolve(file)).href);
    const feature = module[exported];
    if (type && feature) features.push({ feature, api: type });
    else unread.push(placeOf(call));
  }
  return { features, unread };
};

const memberType = (checker: Checker, type: Type, steps: readonly string[]): Type | undefined => {
  let current: Type | undefined = type;
  for (const step of steps) {
    const property: Symbol | undefined = current && checker.getPropertyOfType(current, step);
    current = property && checker.getTypeOfSymbol(property);
  }
  return current;
};

const sorted = <T>(of: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1)));
