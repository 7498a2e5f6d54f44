import type { IForbiddenRuleType, IReachabilityForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';
import { PURE_LIBRARIES, STREET } from './domain-order.ts';

/** What tests and benches need of a noun. */
const TESTING = '^domains/.+\\.testing\\.ts$';
/** Tests, what they need of a noun, the fixtures they share, and the helpers in a folder called testing. */
const TEST = '(\\.test\\.tsx?|\\.testing\\.ts|\\.fixture\\.tsx?|/testing/[^/]+\\.ts)$';
/** A digest is a calculation, and the library for it is Node's. */
const DIGEST = '^engines/protocol/digest\\.ts$';
const DOOR = '^domains/[^/]+/(resources|server|web)\\.ts$';
const FACTS = '^domains/(?!.*/(resources|domain|features|server|web)\\.ts$).+/[^./]+(\\.codes)?\\.ts$';
const RULES = '^domains/.+\\.rules\\.ts$';
const LABELS = '^domains/.+\\.labels\\.ts$';
/** The feature of a noun, the list of all features of a domain, and the domain that they make. */
const FEATURE = '^domains/(.+\\.feature|[^/]+/(features|domain))\\.ts$';
const SERVER = ['^domains/[^/]+/server\\.ts$', '^domains/.+(\\.server\\.ts|-worker\\.mjs)$', '^kit/(server|db)/', '^apps/(server|gateway)/'];
const WEB = ['^domains/[^/]+/web\\.ts$', '^domains/.+\\.web\\.tsx?$', '^kit/web/', '^apps/web/'];
const DECLARING = ['^engines/', '^kit/(resource|fields)/', FACTS, '^domains/[^/]+/resources\\.ts$'];
const npm = (names: readonly string[]): string => `(^|/)node_modules/(${names.join('|')})/`;
const TEST_ONLY = ['^kit/test/', TEST, npm(['vitest', 'fast-check', 'happy-dom', 'playwright-core', 'axe-core', 'ocpp-rpc'])];

type Law = Omit<IRegularForbiddenRuleType, 'severity'> | Omit<IReachabilityForbiddenRuleType, 'severity'>;

const layers: readonly Law[] = [
  {
    name: 'engines-stand-alone',
    comment: 'An engine calculates: it imports other engines and a short list of pure libraries, nothing else.',
    from: { path: '^engines/', pathNot: [TEST, DIGEST] },
    to: { pathNot: ['^engines/', npm(PURE_LIBRARIES)] },
  },
  {
    name: 'engines-never-back',
    comment: 'apps → domains → kit → engines, never back.',
    from: { path: '^engines/' },
    to: { path: '^(kit|domains|apps)/' },
  },
  { name: 'kit-never-back', comment: 'apps → domains → kit → engines, never back.', from: { path: '^kit/' }, to: { path: '^(domains|apps)/' } },
  { name: 'domains-never-back', comment: 'apps → domains → kit → engines, never back.', from: { path: '^domains/' }, to: { path: '^apps/' } },
  {
    name: 'apps-use-doors',
    comment: 'A program enters a domain through resources.ts, server.ts or web.ts; its tests also use what the tests of a domain share.',
    from: { path: '^apps/' },
    to: { path: '^domains/', pathNot: [DOOR, '\\.fixture\\.ts$'] },
  },
  {
    name: 'apps-stay-apart',
    comment: 'Only the server assembles other programs; the gateway, the simulator and the web client know none. All know the street.',
    from: { path: '^apps/(gateway|simulator|web)/', pathNot: TEST },
    to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/domains\\.ts$'] },
  },
  {
    name: 'simulator-knocks',
    comment: 'The simulator drives the system from outside, so that its data could not exist otherwise.',
    from: { path: '^apps/simulator/', pathNot: TEST },
    to: { path: SERVER },
  },
];

const street: readonly Law[] = [
  {
    name: 'domains-use-doors',
    comment: 'Another domain is entered through its resources.ts, server.ts or web.ts; what tests need of a noun is shared by such files.',
    from: { path: '^domains/([^/]+)/' },
    to: { path: '^domains/', pathNot: ['^domains/$1/', DOOR, TESTING] },
  },
  ...STREET.slice(0, -1).map((domain, index): Law => ({
    name: `domains-in-order-${domain}`,
    comment: `${domain} stands before ${STREET.slice(index + 1).join(', ')} on the street and may not enter them.`,
    from: { path: `^domains/${domain}/` },
    to: { path: `^domains/(${STREET.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'orders-know-no-reservations',
    comment: 'A reservation is made of an order, so an order imports nothing of reservations.',
    from: { path: '^domains/charging/order/' },
    to: { path: '^domains/charging/reservation-order/' },
  },
  {
    name: 'orders-have-one-door',
    comment: 'An order changes through domains/charging/order/lifecycle/decide.server.ts alone, which writes its rows.',
    from: { path: '^domains/', pathNot: ['^domains/charging/order/lifecycle/'] },
    to: { path: '^domains/charging/order/lifecycle/(insert|save)-order\\.server\\.ts$' },
  },
  {
    name: 'domains-on-the-street',
    comment: 'A folder under domains/ has a place in tools/law/domain-order.ts.',
    from: { path: '^domains/', pathNot: `^domains/(${STREET.join('|')})/` },
    to: {},
  },
];

const suffixes: readonly Law[] = [
  {
    name: 'suffix-known',
    comment: 'A file in a domain is facts, .codes, .labels, .feature, .rules, .server, .web, a worker, a test or .testing; the suffix says the role.',
    from: { path: '^domains/', pathNot: [FACTS, RULES, LABELS, FEATURE, TEST, DOOR, '\\.server\\.ts$', '-worker\\.mjs$', '\\.web\\.tsx?$'] },
    to: {},
  },
  {
    name: 'facts-are-data',
    comment: 'Facts import kit/resource, kit/fields, engines, other facts and the resources door of earlier domains.',
    from: { path: FACTS },
    to: { pathNot: [...DECLARING, LABELS, npm(['zod'])] },
  },
  {
    name: 'features-are-data',
    comment:
      'A feature gathers the facts and labels of its noun; features.ts lists the features of its domain, and the resources door exports what domain.ts makes of them.',
    from: { path: [FEATURE, '^domains/[^/]+/resources\\.ts$'] },
    to: { pathNot: [...DECLARING, LABELS, FEATURE] },
  },
  {
    name: 'rules-are-pure',
    comment: 'Rules import facts, other rules, engines and the names of refusals; kit/resource gives them the types of a verdict.',
    from: { path: RULES },
    to: { pathNot: [...DECLARING, RULES, LABELS, npm(PURE_LIBRARIES)] },
  },
  {
    name: 'labels-are-words',
    comment: 'Labels import facts, other labels and the types of kit/resource and kit/fields.',
    from: { path: LABELS },
    to: { pathNot: [...DECLARING, LABELS] },
  },
  { name: 'server-not-web', comment: 'Server code holds no screens.', from: { path: SERVER, pathNot: TEST }, to: { path: WEB } },
  {
    name: 'web-not-server',
    comment: 'Server code never reaches the browser, not even through a third file.',
    from: { path: WEB, pathNot: [TEST, '\\.config\\.ts$'] },
    to: { path: SERVER, reachable: true },
  },
  {
    name: 'web-not-node',
    comment: 'The browser has no Node.',
    from: { path: [...WEB, '^kit/(resource|fields)/', FACTS, RULES, LABELS, FEATURE], pathNot: [TEST, '\\.config\\.ts$'] },
    to: { dependencyTypes: ['core'] },
  },
];

const kit: readonly Law[] = [
  {
    name: 'kit-declares-alone',
    comment: 'kit/resource and kit/fields are read by server and browser alike, so they know neither.',
    from: { path: '^kit/(resource|fields)/', pathNot: TEST },
    to: { pathNot: ['^engines/', '^kit/(resource|fields)/', npm(['zod', ...PURE_LIBRARIES])] },
  },
  {
    name: 'embedded-stands-alone',
    comment: 'kit/db/embedded could be published as it is: it imports nothing of this program, and of libraries only pg.',
    from: { path: '^kit/db/embedded/' },
    to: { pathNot: ['^kit/db/embedded/', npm(['pg', '@types/pg', 'vitest'])], dependencyTypesNot: ['core'] },
  },
  {
    name: 'embedded-has-one-door',
    comment: 'The embedded database is entered through its index.ts.',
    from: { pathNot: '^kit/db/embedded/' },
    to: { path: '^kit/db/embedded/(?!index\\.ts$)' },
  },
  {
    name: 'tests-stay-outside',
    comment: 'What ships does not import what tests it.',
    from: { pathNot: [TEST, '^kit/test/', '\\.config\\.ts$', '^tools/', '^bench/'] },
    to: { path: TEST_ONLY },
  },
];

const hygiene: readonly Law[] = [
  { name: 'resolves', comment: 'Every import leads somewhere.', from: {}, to: { couldNotResolve: true } },
  {
    name: 'declared',
    comment: 'Every package in use is named in package.json.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

const atRunTime: readonly Law[] = [
  { name: 'no-cycles', comment: 'Two files that need each other at run time are one file or three.', from: {}, to: { circular: true } },
];

/** Held by what ships: tests may import from everywhere. */
const betweenFolders: readonly Law[] = [
  {
    name: 'no-folder-cycles',
    comment:
      'Two folders of kit/server that need each other, in types or at run time, are one folder or three: a reader starts at the one that needs none.',
    scope: 'folder',
    from: { path: '^kit/server/[^/]+$' },
    to: { circular: true, path: '^kit/server/[^/]+$' },
  },
];

const asErrors = (laws: readonly Law[]): readonly IForbiddenRuleType[] => laws.map((law) => ({ ...law, severity: 'error' }));

/** The import law of the house as dependency-cruiser rules, held by every import, types too; design: ARCHITECTURE.md, "The street". */
export const importLaw = asErrors([...layers, ...street, ...suffixes, ...kit, ...hygiene]);

/** What holds for the imports that remain once types are erased. */
export const runTimeLaw = asErrors(atRunTime);

/** What holds between folders, and what of them does not count. */
export const folderLaw = asErrors(betweenFolders);
export const TESTS = [TEST, '^kit/test/'];
