import type { ApiFacts } from '#kit/server/openapi/api-facts.ts';
import facts from './api-facts.golden.json' with { type: 'json' };

/** What the description of the API knows from the sources. */
export const apiFacts: ApiFacts = facts;
