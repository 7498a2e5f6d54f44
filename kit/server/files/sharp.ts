/** Attacks on image libraries use their decoders, so only these three formats are decoded, and only from files. */
const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

let library: ReturnType<typeof load> | undefined;

/** Loads the image library with its limits. It is large, so it is loaded with the first picture. */
export const loadSharp = (): ReturnType<typeof load> => (library ??= load());
