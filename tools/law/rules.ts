import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';
import { DOMAIN_ORDER, PURE_LIBRARIES } from './domain-order.ts';

/** Files with the test declarations of a noun, for tests and benchmarks. */
const TESTING = '^domains/.+\\.testing\\.ts$';
/** Tests, the `.testing.ts` files of nouns, shared fixtures, and the helpers in a folder called testing. */
const TEST = '(\\.test\\.tsx?|\\.testing\\.ts|\\.fixture\\.tsx?|/testing/.+\\.ts)$';
/** Digests and signatures are calculations, but their library belongs to Node, so these files are exempt. */
const CRYPTO = '^engines/(protocol/digest|payment/crypto)\\.ts$';
const ENTRY_POINT = '^domains/[^/]+/(resources|server|web)\\.ts$';
const DECLARATION = '^domains/(?!.*/(resources|domain|features|server|web)\\.ts$).+/[^./]+(\\.codes)?\\.ts$';
const RULES = '^domains/.+\\.rules\\.ts$';
const LABELS = '^domains/.+\\.labels\\.ts$';
/** The feature of a noun, the list of all features of a domain, and the domain that they make. */
const FEATURE = '^domains/(.+\\.feature|[^/]+/(features|domain))\\.ts$';
const SERVER = ['^domains/[^/]+/server\\.ts$', '^domains/.+(\\.server\\.ts|-worker\\.mjs)$', '^kit/(server|db)/', '^apps/(server|gateway)/'];
/** What both the server and the page of drivers import: the languages, and the types of what is rendered. */
const DRIVER_PAGE = '^apps/driver/(?!(language|rendering)\\.ts$)';
const WEB = ['^domains/[^/]+/web\\.ts$', '^domains/.+\\.web\\.tsx?$', '^kit/web/', '^apps/web/', DRIVER_PAGE];
const DECLARATION_LAYER = ['^engines/', '^kit/(resource|fields)/', DECLARATION, '^domains/[^/]+/resources\\.ts$'];
const npm = (names: readonly string[]): string => `(^|/)node_modules/(${names.join('|')})/`;
const TEST_ONLY = ['^kit/test/', TEST, npm(['vitest', 'fast-check', 'happy-dom', 'playwright-core', 'axe-core', 'ocpp-rpc', 'standardwebhooks'])];

type Law = Omit<IRegularForbiddenRuleType, 'severity'>;

const layers: readonly Law[] = [
  {
    name: 'engines-stand-alone',
    comment: 'An engine imports only other engines and a short list of pure libraries.',
    from: { path: '^engines/', pathNot: [TEST, CRYPTO] },
    to: { pathNot: ['^engines/', npm(PURE_LIBRARIES)] },
  },
  {
    name: 'engines-never-back',
    comment: 'Imports go apps → domains → kit → engines, never in the other direction.',
    from: { path: '^engines/' },
    to: { path: '^(kit|domains|apps)/' },
  },
  {
    name: 'kit-never-back',
    comment: 'Imports go apps → domains → kit → engines, never in the other direction.',
    from: { path: '^kit/' },
    to: { path: '^(domains|apps)/' },
  },
  {
    name: 'domains-never-back',
    comment: 'Imports go apps → domains → kit → engines, never in the other direction.',
    from: { path: '^domains/' },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-use-entry-points',
    comment: 'A program imports from a domain only resources.ts, server.ts or web.ts. Its tests may also import the fixtures of a domain.',
    from: { path: '^apps/' },
    to: { path: '^domains/', pathNot: [ENTRY_POINT, '\\.fixture\\.ts$'] },
  },
  {
    name: 'apps-stay-apart',
    comment: 'Only the server imports other programs. The gateway, the simulator and the clients import none; all may import apps/domains.ts.',
    from: { path: '^apps/(gateway|simulator|web|driver|screen)/', pathNot: TEST },
    to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/domains\\.ts$'] },
  },
  {
    name: 'simulator-uses-public-interfaces',
    comment: 'The simulator uses the public interfaces only, so all of its data has passed the real gateway and API.',
    from: { path: '^apps/simulator/', pathNot: TEST },
    to: { path: SERVER },
  },
  {
    name: 'driver-page-is-small',
    comment: 'The page of drivers has its own parts: it imports neither kit/web nor a library of the back office, and of domains only types.',
    from: { path: '^apps/driver/', pathNot: TEST },
    to: { path: ['^kit/', '^domains/[^/]+/web\\.ts$', npm(['antd', '@ant-design', '@tanstack', 'react-router', 'dayjs'])] },
  },
  {
    name: 'screens-are-small',
    comment: 'The page of big screens has its own parts, and of the kit and of domains only words and codes.',
    from: { path: '^apps/screen/', pathNot: TEST },
    to: { path: ['^kit/(?!fields/)', '^domains/[^/]+/web\\.ts$', npm(['antd', '@ant-design', '@tanstack', 'react-router', 'dayjs', 'echarts'])] },
  },
];

const domainLaws: readonly Law[] = [
  {
    name: 'domains-use-entry-points',
    comment: 'A domain imports from another domain only resources.ts, server.ts or web.ts. Files ending in .testing.ts may import each other.',
    from: { path: '^domains/([^/]+)/' },
    to: { path: '^domains/', pathNot: ['^domains/$1/', ENTRY_POINT, TESTING] },
  },
  ...DOMAIN_ORDER.slice(0, -1).map((domain, index): Law => ({
    name: `domains-in-order-${domain}`,
    comment: `${domain} comes before ${DOMAIN_ORDER.slice(index + 1).join(', ')} in the domain order and may not import from them.`,
    from: { path: `^domains/${domain}/` },
    to: { path: `^domains/(${DOMAIN_ORDER.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'orders-import-no-reservations',
    comment: 'A reservation is built on an order, so the order imports nothing from reservations.',
    from: { path: '^domains/charging/order/' },
    to: { path: '^domains/charging/reservation-order/' },
  },
  {
    name: 'orders-change-in-lifecycle',
    comment: 'Only domains/charging/order/lifecycle/decide.server.ts changes an order and writes its rows.',
    from: { path: '^domains/', pathNot: ['^domains/charging/order/lifecycle/'] },
    to: { path: '^domains/charging/order/lifecycle/(insert|save)-order\\.server\\.ts$' },
  },
  {
    name: 'domains-are-listed',
    comment: 'Each folder under domains/ is listed in tools/law/domain-order.ts.',
    from: { path: '^domains/', pathNot: `^domains/(${DOMAIN_ORDER.join('|')})/` },
    to: {},
  },
];

const suffixes: readonly Law[] = [
  {
    name: 'suffix-known',
    comment: 'A file in a domain is a declaration (no suffix), .codes, .labels, .feature, .rules, .server, .web, a worker, a test or .testing.',
    from: {
      path: '^domains/',
      pathNot: [DECLARATION, RULES, LABELS, FEATURE, TEST, ENTRY_POINT, '\\.server\\.ts$', '-worker\\.mjs$', '\\.web\\.tsx?$'],
    },
    to: {},
  },
  {
    name: 'declarations-are-data',
    comment: 'A declaration imports kit/resource, kit/fields, engines, other declarations and the resources.ts of earlier domains.',
    from: { path: DECLARATION },
    to: { pathNot: [...DECLARATION_LAYER, LABELS, npm(['zod'])] },
  },
  {
    name: 'features-are-data',
    comment:
      'A feature combines the declaration and labels of its noun. features.ts lists the features of its domain, and resources.ts exports the domain built by domain.ts.',
    from: { path: [FEATURE, '^domains/[^/]+/resources\\.ts$'] },
    to: { pathNot: [...DECLARATION_LAYER, LABELS, FEATURE] },
  },
  {
    name: 'rules-are-pure',
    comment: 'Rules import declarations, other rules, engines and the names of refusals; kit/resource has the type of their result.',
    from: { path: RULES },
    to: { pathNot: [...DECLARATION_LAYER, RULES, LABELS, npm(PURE_LIBRARIES)] },
  },
  {
    name: 'labels-are-texts',
    comment: 'Labels import declarations, other labels and the types of kit/resource and kit/fields.',
    from: { path: LABELS },
    to: { pathNot: [...DECLARATION_LAYER, LABELS] },
  },
  { name: 'server-not-web', comment: 'Server code imports no web code.', from: { path: SERVER, pathNot: TEST }, to: { path: WEB } },
  {
    name: 'web-not-node',
    comment: 'Code that runs in the browser imports no module of Node.',
    from: { path: [...WEB, '^kit/(resource|fields)/', DECLARATION, RULES, LABELS, FEATURE], pathNot: [TEST, '\\.config\\.ts$'] },
    to: { dependencyTypes: ['core'] },
  },
];

const kit: readonly Law[] = [
  {
    name: 'kit-declares-alone',
    comment: 'Server and browser both import kit/resource and kit/fields, so those import code of neither.',
    from: { path: '^kit/(resource|fields)/', pathNot: TEST },
    to: { pathNot: ['^engines/', '^kit/(resource|fields)/', npm(['zod', ...PURE_LIBRARIES])] },
  },
  {
    name: 'embedded-stands-alone',
    comment: 'kit/db/embedded could be published as a package: it imports no other file of this program and no library but pg.',
    from: { path: '^kit/db/embedded/' },
    to: { pathNot: ['^kit/db/embedded/', npm(['pg', '@types/pg', 'vitest'])], dependencyTypesNot: ['core'] },
  },
  {
    name: 'embedded-has-one-entry-point',
    comment: 'Other code imports the embedded database through its index.ts.',
    from: { pathNot: '^kit/db/embedded/' },
    to: { path: '^kit/db/embedded/(?!index\\.ts$)' },
  },
  {
    name: 'tests-stay-outside',
    comment: 'Code that ships imports no test code.',
    from: { pathNot: [TEST, '^kit/test/', '\\.config\\.ts$', '^tools/', '^bench/'] },
    to: { path: TEST_ONLY },
  },
];

const hygiene: readonly Law[] = [
  { name: 'resolves', comment: 'Every import can be resolved.', from: {}, to: { couldNotResolve: true } },
  {
    name: 'declared',
    comment: 'Every package that is imported is listed in package.json.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

const asErrors = (laws: readonly Law[]): readonly IForbiddenRuleType[] => laws.map((law) => ({ ...law, severity: 'error' }));

/** The import law as dependency-cruiser rules. It applies to every import, `import type` included; ARCHITECTURE.md, "Layers", explains it. */
export const importLaw = asErrors([...layers, ...domainLaws, ...suffixes, ...kit, ...hygiene]);

/** A law about more than one import, which dependency-cruiser would need minutes for. */
export interface GraphLaw {
  readonly name: string;
  readonly comment: string;
}

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'u');

/** Files that may not reach certain others. */
export const reachLaw: GraphLaw & { readonly isFrom: (file: string) => boolean; readonly isTo: (file: string) => boolean } = {
  name: 'web-not-server',
  comment: 'Web code does not reach server code, not even through a third file.',
  isFrom: (file) => anyOf(WEB).test(file) && !anyOf([TEST, '\\.config\\.ts$']).test(file),
  isTo: (file) => anyOf(SERVER).test(file),
};

/** Applies to the imports that remain when types are erased. */
export const cycleLaw: GraphLaw = {
  name: 'no-cycles',
  comment: 'Two files may not import each other at run time; merge them, or move what both need to a third file.',
};

/** Applies to code that ships, types included; tests may import from every folder. */
export const folderLaw: GraphLaw & { readonly folderOf: (file: string) => string | undefined } = {
  name: 'no-folder-cycles',
  comment: 'Two folders of kit/server may not import each other, types included; merge them, or move what both need to a third folder.',
  folderOf: (file) => (anyOf([TEST, '^kit/test/']).test(file) ? undefined : /^kit\/server\/[^/]+(?=\/)/u.exec(file)?.[0]),
};
