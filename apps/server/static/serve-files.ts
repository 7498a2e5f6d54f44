import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface BuiltFiles {
  /** The folder, an absolute path. */
  readonly root: string;
  /** The path of the folder for browsers, with a slash at both ends. */
  readonly prefix: string;
  /** Sets the headers of a file by its absolute path. */
  readonly setHeaders: (reply: FastifyReply, file: string) => void;
}

/**
 * Serves built files, each in the compressed form that the browser takes. The route is ours because the plugin's own reads the whole folder for each
 * request, to refuse other spellings of a name where the file system takes them as the same: 4 ms each with 1,700 files. These files are public in
 * every spelling.
 */
export const serveFiles = async (app: FastifyInstance, { root, prefix, setHeaders }: BuiltFiles): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      setHeaders,
    });
    scope.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `${prefix}*`,
      handler: (request, reply) => reply.sendFile(`/${request.params['*']}`),
      errorHandler: (error, request, reply) =>
        // A browser that leaves during a file is no error.
        error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? request.raw.destroy() : scope.errorHandler(error, request, reply),
    });
  });
};

/** The headers of files whose names contain a hash of their content: they may be kept for ever. */
export const KEPT_FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' } as const;
