import { accountApi } from './account.ts';
import type { SignInOptions } from './account.ts';
import { useCall } from '#kit/web/calls/query.tsx';

const noOptions: SignInOptions = {
  phone: false,
  mail: false,
  register: false,
  passwordMin: 10,
  filingNumber: null,
  privacyVersion: null,
  thirdParties: [],
};

/** What the sign-in page offers; until the server has answered, only an account and its password. */
export const useSignInOptions = (): SignInOptions => useCall(accountApi.options, {}, { staleMs: Infinity }).data ?? noOptions;
