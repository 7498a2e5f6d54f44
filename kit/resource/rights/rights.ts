import { commaList } from '#kit/fields/comma-list.ts';

/** A rule for a permission. With `status` "0" it is switched off and restricts nobody. */
export interface RightsRule {
  /** One or more codes, separated by commas. */
  readonly action: string;
  readonly describe?: string | null;
  /** "1": shows or hides; "2": enables or disables. */
  readonly type?: string;
  readonly status?: string;
}

export interface ViewerRights {
  readonly granted: ReadonlySet<string>;
  /** By each code that a rule contains. */
  readonly rules: ReadonlyMap<string, RightsRule>;
}

/** Such a rule disables a control without the permission; the other type hides it. */
export const ENABLES = '2';
const OFF = '0';

const codesOf = (rule: RightsRule): readonly string[] => commaList(rule.action);

/** Parses `auth` (the permissions of the user) and `allAuth` (all existing rules). */
export const readRights = (auth: readonly RightsRule[], allAuth: readonly RightsRule[]): ViewerRights => ({
  granted: new Set(auth.flatMap(codesOf)),
  rules: new Map(allAuth.flatMap((rule) => codesOf(rule).map((code) => [code, rule] as const))),
});

const holds = ({ granted }: ViewerRights, code: string): boolean => granted.has(code) || granted.has('*');
const isOff = ({ rules }: ViewerRights, code: string): boolean => rules.get(code)?.status === OFF;

/** Whether a button is shown, by its show-or-hide rule. A button without a rule is shown only to users with the permission. */
export const showsButton = (rights: ViewerRights, code: string): boolean => isOff(rights, code) || holds(rights, code);

/** Whether a control is enabled, by its enable-or-disable rule. A control without a rule is enabled. */
export const enablesControl = (rights: ViewerRights, code: string): boolean => !rights.rules.has(code) || isOff(rights, code) || holds(rights, code);

/** Whether a column or field is shown; its code is the prefix followed by its key. A column without a rule is shown. */
export const showsColumn = (rights: ViewerRights, prefix: string, key: string): boolean => enablesControl(rights, `${prefix}${key}`);

/** The columns and buttons of an editable table that are hidden from a viewer: those with an active rule whose permission the viewer lacks. */
export const hiddenKeys = (rights: ViewerRights, prefix: string | undefined): ReadonlySet<string> => {
  if (prefix === undefined || prefix === '') return new Set();
  const start = prefix.endsWith(':') ? prefix : `${prefix}:`;
  const keys = [...rights.rules.keys()].flatMap((code) => (code.startsWith(start) ? [code.slice(start.length)] : []));
  return new Set(keys.filter((key) => !showsColumn(rights, start, key)));
};

/** The state of a control: its rule decides whether it is hidden or disabled without the permission. */
export const controlState = (rights: ViewerRights, code: string): 'shown' | 'asleep' | 'removed' => {
  if (rights.rules.get(code)?.type === ENABLES) return enablesControl(rights, code) ? 'shown' : 'asleep';
  return showsButton(rights, code) ? 'shown' : 'removed';
};

/** The codes of rules for single fields of a noun: `station:see:phone`, `station:set:phone`. */
export const fieldPrefix = { see: (noun: string): string => `${noun}:see:`, set: (noun: string): string => `${noun}:set:` } as const;
