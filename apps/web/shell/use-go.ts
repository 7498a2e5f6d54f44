import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Navigates to an address of the product. The address that is shown already is not pushed again, so the back button never leads to it. */
export const useGo = (): ((address: string) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (address) => {
      if (address !== window.location.hash.replace(/^#/, '')) void navigate(address);
    },
    [navigate],
  );
};
