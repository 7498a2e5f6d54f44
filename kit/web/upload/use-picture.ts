import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchStored } from '../calls/client.ts';
import { isEmbedded } from './stored.ts';

const PICTURE_FRESH_MS = 600_000;

/** An object URL of a stored picture, valid while the component is mounted. */
export const usePicture = (path: string): string | undefined => {
  const embedded = isEmbedded(path);
  const { data: blob } = useQuery({
    enabled: !embedded,
    queryKey: ['stored', path],
    queryFn: async ({ signal }) => (await fetchStored(path, { signal })).blob,
    staleTime: PICTURE_FRESH_MS,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const next = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives exactly as long as this effect
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [blob]);
  return embedded ? path : url;
};
