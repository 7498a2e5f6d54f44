/** Decoding is what attacks on picture libraries go through: these three formats and no others are ever read, and only from files. */
const load = async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

let library: ReturnType<typeof load> | undefined;

/** The picture library with its limits set. It is large, so it is loaded with the first picture and not with the start. */
export const loadSharp = (): ReturnType<typeof load> => (library ??= load());
