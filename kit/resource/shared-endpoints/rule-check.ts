import { longText, optional, ref, text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';

/** The longest value that a rule checks. */
export const RULE_VALUE_LETTERS_MAX = 1_000;

/** The code of the refusal when no rule is configured; then any value is valid. */
export const NO_SUCH_RULE = 'checkRule.unknown';

/** Checks a value by the rule with a code; a refusal names the segment that it breaks, and the position. */
export const ruleCheck = endpoint({
  method: 'GET',
  path: '/sys/checkRule/checkByCode',
  allow: 'signedIn',
  input: {
    ruleCode: text({ min: 1, max: 100 }),
    value: optional(longText({ max: RULE_VALUE_LETTERS_MAX })),
    /** The tenant of the rule, for viewers of several tenants; the platform's rule when left out. */
    tenantId: optional(ref('tenant')),
  },
  output: opaque<boolean>(),
});
