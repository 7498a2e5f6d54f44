import type {} from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take long. */
    isUpload?: boolean;
  }
}
