import type { ApiFacts } from '#kit/server/openapi/api-facts.ts';
import facts from './api-facts.golden.json' with { type: 'json' };

/** Facts about the API that are extracted from the sources. */
export const apiFacts: ApiFacts = facts;
