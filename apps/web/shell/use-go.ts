import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Goes to an address of ours. Where one is already nothing happens, and the way back is no longer for it. */
export const useGo = (): ((address: string) => void) => {
  const navigate = useNavigate();
  return useCallback(
    (address) => {
      if (address !== window.location.hash.replace(/^#/, '')) void navigate(address);
    },
    [navigate],
  );
};
