import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { Schema } from './api-facts.ts';
import { failureRef } from './responses.ts';

/** The address of the API description. */
export const DOCUMENT_PATH = `${BASE_PATH}/v3/api-docs`;

export const ABOUT = `The calls of browsers and partners.

**Envelope.** Every answer of JSON is \`{success, message, code, result, timestamp}\`. A refusal has \`success: false\` and \`refusal\`, its name for programs. A no of the
business comes with HTTP 200; what is wrong with the request itself comes with the status of HTTP, which \`code\` repeats.

**Values.** Keys are texts of digits. Money and decimals are texts with a fixed count of digits after the point. Instants are ISO 8601 in UTC, days \`YYYY-MM-DD\`.
Beside each code stands its word as \`<field>_dictText\`, in the language of \`Accept-Language\`, and in lists beside each key the name of what it is the key of.
Fields that a role is not shown are left out of answers. What is optional is null when nothing was given; in requests an empty text means the same.
Texts are trimmed and hold no NUL; what is demanded is not blank.

**Session.** A sign-in answers a token, which travels as \`X-Access-Token\`. The header \`tenant-id\` narrows a session to one tenant.

**Live.** A websocket to \`${BASE_PATH}/live\` tells what changes, topic by topic: ask \`live.ticket\` for a ticket and name it as the sub-protocol.`;

const upgradedResponse: Schema = { description: 'A websocket from here on.' };

/** Paths that are mounted beside the endpoints. */
export const extraPaths: Readonly<Record<string, Schema>> = {
  [DOCUMENT_PATH]: {
    get: {
      operationId: 'apiDocs',
      summary: 'this document',
      security: [{ token: [] }],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
        401: failureRef(401),
        503: failureRef(503),
      },
    },
  },
  [`${BASE_PATH}/live`]: {
    get: {
      operationId: 'liveSocket',
      summary: 'the live socket',
      description:
        'The ticket of `live.ticket` is the sub-protocol. The client sends `{"type": "watch", "topic": "station:1"}`, and `unwatch`; the server answers `watching` or `refused` and tells what changes.',
      security: [],
      parameters: [
        { name: 'Sec-WebSocket-Protocol', in: 'header', required: true, description: 'The ticket.', schema: { type: 'string' } },
        { name: 'Upgrade', in: 'header', required: true, schema: { const: 'websocket' } },
      ],
      responses: {
        101: upgradedResponse,
        400: { description: 'The target of the request is no path.' },
        401: { description: 'The ticket does not hold.' },
        403: { description: 'The request comes from another site.' },
        503: { description: 'Not at the moment.', headers: { 'Retry-After': { schema: { type: 'integer' } } } },
      },
    },
  },
};
