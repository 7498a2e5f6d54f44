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

/** The options of the sign-in page; until the server has answered, only user name and password. */
export const useSignInOptions = (): SignInOptions => useCall(accountApi.options, {}, { staleMs: Infinity }).data ?? noOptions;
