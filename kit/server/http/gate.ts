import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Gate, GateRequest, Passage } from '../context/gate.ts';
import { parseJson } from '../values/parse-json.ts';

interface GatedCall {
  readonly request: GateRequest;
  readonly startedMs: number;
  passage?: Passage;
  problem?: string;
}

const calls = new WeakMap<FastifyRequest, GatedCall>();

/** What the gate has found out about a request; undefined for a route without a gate. */
export const passageOf = (request: FastifyRequest): Passage | undefined => calls.get(request)?.passage;

/** Mounts a route behind a gate. Its body stays text until the gate has seen it. */
export const mountGated = (
  app: FastifyInstance,
  route: RouteOptions,
  { endpoint, gate }: { readonly endpoint: Endpoint; readonly gate: Gate },
): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    scope.route({
      ...route,
      preHandler: async (request) => enter(request, { endpoint, gate }),
      onSend: async (request, reply, payload) => sealAnswer(request, reply, payload),
      onResponse: async (request, { statusCode: status }) => {
        const call = calls.get(request);
        if (!call) return;
        const { passage, problem } = call;
        const opened = passage && (passage.opened ?? call.request.body);
        await gate.leave(call.request, { status, problem, tookMs: performance.now() - call.startedMs, opened });
      },
    });
  });

const enter = async (request: FastifyRequest, { endpoint, gate }: { readonly endpoint: Endpoint; readonly gate: Gate }): Promise<void> => {
  const call: GatedCall = {
    startedMs: performance.now(),
    request: {
      endpoint,
      method: request.method,
      target: request.url,
      body: typeof request.body === 'string' ? request.body : '',
      ip: request.ip,
      headerOf: (name) => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      },
    },
  };
  calls.set(request, call);
  call.passage = await gate.enter(call.request);
  const text = call.passage.opened ?? call.request.body;
  request.body = text === '' ? undefined : parseJson(text);
};

const sealAnswer = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  const call = calls.get(request);
  if (!call || typeof payload !== 'string') return payload;
  if (reply.statusCode >= 400) {
    call.problem = codeIn(payload);
    return payload;
  }
  const { seal } = call.passage ?? {};
  if (!seal) return payload;
  void reply.removeHeader('content-length');
  return JSON.stringify({ encData: seal(payload) });
};

const codeIn = (payload: string): string => {
  const problem: unknown = JSON.parse(payload);
  return typeof problem === 'object' && problem !== null && 'code' in problem ? String(problem.code) : '';
};
