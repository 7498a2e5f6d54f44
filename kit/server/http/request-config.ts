import type {} from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take long. */
    isUpload?: boolean;
    /** A failure is answered as a problem (RFC 9457) instead of an envelope. */
    tellsProblems?: boolean;
  }
}
