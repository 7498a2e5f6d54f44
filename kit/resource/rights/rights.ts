import { commaList } from '#kit/fields/comma-list.ts';

/** A rule that exists. `status` "0": it is switched off and restricts nobody. */
export interface RightsRule {
  /** One or more codes, separated by commas. */
  readonly action: string;
  readonly describe?: string | null;
  /** "1": shows or hides; "2": enables or disables. */
  readonly type?: string;
  readonly status?: string;
}

export interface Rights {
  readonly granted: ReadonlySet<string>;
  /** By each code it names. */
  readonly rules: ReadonlyMap<string, RightsRule>;
}

/** Enables or disables where it is not held; the other strategy shows or hides. */
export const ENABLES = '2';
const OFF = '0';

const codesOf = (rule: RightsRule): readonly string[] => commaList(rule.action);

/** Reads `auth` (what somebody holds) and `allAuth` (what exists). */
export const readRights = (auth: readonly RightsRule[], allAuth: readonly RightsRule[]): Rights => ({
  granted: new Set(auth.flatMap(codesOf)),
  rules: new Map(allAuth.flatMap((rule) => codesOf(rule).map((code) => [code, rule] as const))),
});

const holds = ({ granted }: Rights, code: string): boolean => granted.has(code) || granted.has('*');
const isOff = ({ rules }: Rights, code: string): boolean => rules.get(code)?.status === OFF;

/** Whether a button of a rule that shows or hides is there. What no rule knows is shown to those alone who hold it. */
export const showsButton = (rights: Rights, code: string): boolean => isOff(rights, code) || holds(rights, code);

/** Whether a control of a rule that enables or disables answers. What no rule knows is enabled. */
export const enablesControl = (rights: Rights, code: string): boolean => !rights.rules.has(code) || isOff(rights, code) || holds(rights, code);

/** Whether a column or field is shown whose code is a prefix and its key. What no rule knows is shown. */
export const showsColumn = (rights: Rights, prefix: string, key: string): boolean => enablesControl(rights, `${prefix}${key}`);

/** What of an editable table a viewer does without: columns and buttons whose code, behind the prefix, is in force and not granted. */
export const hiddenKeys = (rights: Rights, prefix: string | undefined): ReadonlySet<string> => {
  if (prefix === undefined || prefix === '') return new Set();
  const start = prefix.endsWith(':') ? prefix : `${prefix}:`;
  const keys = [...rights.rules.keys()].flatMap((code) => (code.startsWith(start) ? [code.slice(start.length)] : []));
  return new Set(keys.filter((key) => !showsColumn(rights, start, key)));
};

/** What becomes of a control: its rule says whether it is taken away or put to sleep where the right is missing. */
export const controlState = (rights: Rights, code: string): 'shown' | 'asleep' | 'removed' => {
  if (rights.rules.get(code)?.type === ENABLES) return enablesControl(rights, code) ? 'shown' : 'asleep';
  return showsButton(rights, code) ? 'shown' : 'removed';
};

/** The codes of rules about a single field of a noun: `station:see:phone`, `station:set:phone`. */
export const fieldPrefix = { see: (noun: string): string => `${noun}:see:`, set: (noun: string): string => `${noun}:set:` } as const;
