import { longText, optional, ref, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** Longest value that a rule looks at. */
export const RULE_VALUE_LETTERS_MAX = 1_000;

/** A refusal of this code says that nobody has set up such a rule: any value keeps it. */
export const NO_SUCH_RULE = 'checkRule.unknown';

/** Whether a value keeps the rule of a code; a refusal tells which segment it breaks, and where. */
export const ruleCheck = endpoint({
  method: 'GET',
  path: '/sys/checkRule/checkByCode',
  allow: 'signedIn',
  input: {
    ruleCode: text({ min: 1, max: 100 }),
    value: optional(longText({ max: RULE_VALUE_LETTERS_MAX })),
    /** Whose rule, for those who see several tenants; the platform's own without it. */
    tenantId: optional(ref('tenant')),
  },
  output: opaque<boolean>(),
});
