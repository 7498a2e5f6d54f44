import type { Endpoint } from '#kit/resource/endpoint.ts';

/** A request as it arrived, before its body was parsed. */
export interface GateRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query exactly as they were sent. */
  readonly target: string;
  /** Empty for a request without a body. */
  readonly body: string;
  readonly ip: string;
  readonly headerOf: (name: string) => string | undefined;
}

/** What a gate has found out about a request. It is passed to the handler in `extras.passage`. */
export interface Passage {
  /** The JSON text that was sent encrypted; the body itself when left out. */
  readonly opened?: string;
  /** Encrypts the text of an answer. Problems are sent as they are. */
  readonly seal?: (text: string) => string;
}

export interface GatedAnswer {
  readonly status: number;
  /** The code of the problem; undefined for an answer. */
  readonly problem: string | undefined;
  readonly tookMs: number;
  /** The input as JSON text, decrypted; undefined when the request was refused before it was decrypted. */
  readonly opened: string | undefined;
}

/** Judges the calls of programs that sign what they send: it sees the bytes of each call before anything else, and how each call was answered. */
export interface Gate {
  /** Lets a call through, or throws its refusal. */
  readonly enter: (request: GateRequest) => Promise<Passage>;
  /** Called after the answer to each call, also to a refused one. Must not throw. */
  readonly leave: (request: GateRequest, answer: GatedAnswer) => Promise<void>;
}
