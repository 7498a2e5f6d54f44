import { accountApi } from '#domains/identity/web.ts';
import type { SignInOptions } from '#domains/identity/web.ts';
import { useCall } from '#kit/web/calls/query.tsx';

const nothing: SignInOptions = { phone: false, mail: false, register: false, passwordMin: 10, filingNumber: null, thirdParties: [] };

/** What this system offers at its door; until that is known, only the account. */
export const useOptions = (): SignInOptions => useCall(accountApi.options, {}, { staleMs: Infinity }).data ?? nothing;
